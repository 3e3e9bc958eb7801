// @module-tag slow
import { describe, expect, test } from 'vitest'
import { type Random, between, happens, newId, pick, seededRandom } from '#domain/invented-data/chance.ts'
import type { wireEvent } from '#tests/build-events.ts'
import { noon } from '#tests/build-events.ts'
import { run, second } from '#tests/service/reports/open-reports.ts'
import { type Replays, dropped, engines, openReplays } from './open-replays.ts'

const day = 24 * 3600 * second
const range = 'from=2026-11-20&to=2026-11-24'

interface Sending {
  at: number
  events: ReturnType<typeof wireEvent>[]
}

/** Invents visits of pages that send the dropped field now and then, with retries, double clicks and late arrivals. */
function inventVisits(random: Random): Sending[] {
  return Array.from({ length: 40 }, () => visit(random))
    .flat()
    .toSorted((a, b) => a.at - b.at)
}

function visit(random: Random): Sending[] {
  let at = noon + Math.floor(random() * 4 * day)
  const event = run(newId(random, at))
  const sendings: Sending[] = [{ at, events: [event('start', at)] }]
  for (const step of [1, 2, 3]) {
    at += between(random, 5, 900) * second
    const old = happens(random, 0.4) ? { [dropped]: pick(random, ['Hinterhaus', '', null]) } : {}
    const form = { vorname: `Ali ${between(random, 1, 2)}`, wohnungsart: 'obige', ...old }
    const field = happens(random, 0.4) ? dropped : 'vorname'
    const over = pick(random, [
      { type: 'step', data: { seconds: between(random, 1, 300) }, form },
      { type: 'step', data: { seconds: between(random, 1, 300) }, form },
      {
        type: 'invalid',
        data: {
          fields: [
            { field, rule: 'format' },
            { field: 'nachname', rule: 'required' },
          ],
        },
      },
      { type: 'abandon', data: { trigger: 'pagehide' }, form },
    ] as const)
    const sent = event(over.type, at, { id: newId(random, at), step, ...over })
    const late = happens(random, 0.2) ? between(random, 1, 600) * second : 0
    sendings.push({ at: at + late, events: [sent] })
    if (happens(random, 0.15)) sendings.push({ at: at + late + 2 * second, events: [sent] })
    if (happens(random, 0.15))
      sendings.push({
        at: at + late + between(random, 1, 50) * second,
        events: [{ ...sent, id: newId(random, at) }],
      })
  }
  if (happens(random, 0.3))
    sendings.push({ at: at + 60 * second, events: [event('complete', at + 60 * second)] })
  return sendings
}

async function readReports(replays: Replays): Promise<Record<string, unknown>> {
  replays.service.clock.set(noon + 6 * day)
  const read: Record<string, unknown> = {}
  for (const path of [
    `overview?${range}`,
    `drop-off?funnel=anmeldung&${range}`,
    `drop-off/fields?funnel=anmeldung&${range}`,
    `drop-off/breakdown?funnel=anmeldung&by=device&${range}`,
    `attribution?model=linear&by=source&${range}`,
    `quality?${range}`,
  ]) {
    const response = await replays.get(path)
    const body = (await response.json()) as Record<string, unknown>
    expect(response.status, `${path}: ${JSON.stringify(body)}`).toBe(200)
    read[path] = body
  }
  return read
}

/** Leaves out what differs by definition: how many of the events were replayed, and the numbers of random orders. */
function comparable(reports: Record<string, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(reports, (name, value: unknown) =>
      ['replayed', 'orderNumber', 'asOfPosition'].includes(name) ? undefined : value,
    ),
  )
}

describe.each(engines())('a replay on $engine', ({ open }) => {
  test.each([1, 2, 3])(
    'gives the same reports as if the events had been accepted at first (%i)',
    async (seed) => {
      const sendings = inventVisits(seededRandom(seed))
      const [accepting, rejecting] = [await openReplays(await open(), true), await openReplays(await open())]
      for (const world of [accepting, rejecting])
        for (const { at, events } of sendings) await world.sendAt(at, ...events)
      const expected = await readReports(accepting)
      expect(comparable(await readReports(rejecting))).not.toEqual(comparable(expected))

      rejecting.mend()
      rejecting.service.clock.set(noon + 5 * day)
      const { replayed, obstructed } = await rejecting.replay()
      expect(replayed).toBeGreaterThan(10)
      expect(obstructed).toEqual([])
      expect(comparable(await readReports(rejecting))).toEqual(comparable(expected))
    },
    60_000,
  )
})
