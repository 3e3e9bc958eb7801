import { expect, test } from 'vitest'
import { channels } from '#domain/attribution/channel.ts'
import { seededRandom } from '#domain/invented-data/chance.ts'
import { runTouches } from '#domain/runs/run-touches.ts'
import { evolveRun } from '#domain/runs/evolve-run.ts'
import { clickIds } from '#domain/events/wire-events.ts'
import { type Arrival, arrive } from '#tools/demo/arrivals.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const minute = 60_000
const period = { from: noon - 28 * 24 * 60 * minute, to: noon }

function channelsOf({ consent, referrer, touches }: Arrival, at: number) {
  const start = storedEvent('start', {
    at,
    data: { secretHash: 'a'.repeat(64), entry: '/', ...(referrer !== undefined && { referrer }) },
    meta: {
      consent,
      touches: touches.map(({ utm_source, utm_medium, ...touch }) => ({
        at: touch.at,
        ...(typeof utm_source === 'string' && { source: utm_source }),
        ...(typeof utm_medium === 'string' && { medium: utm_medium }),
        clickIds: clickIds.filter((name) => touch[name] !== undefined),
      })),
    },
  })
  return runTouches(evolveRun(undefined, start)).map(({ channel }) => channel)
}

test('the visitors of the demo come through every channel, and some have several contacts', () => {
  const random = seededRandom(1)
  const paths = Array.from({ length: 4000 }, (_, index) => {
    const at = period.from + index * 10 * minute
    return channelsOf(arrive(random, at, period), at)
  })
  expect([...new Set(paths.flat())].toSorted()).toEqual(channels.toSorted())
  expect(paths.filter((path) => path.length > 1).length).toBeGreaterThan(400)
  const unknown = paths.filter((path) => path.length === 0).length
  expect(unknown).toBeGreaterThan(0)
  expect(unknown / paths.length).toBeLessThan(0.02)
})
