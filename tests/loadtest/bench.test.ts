import { describe, expect, test } from 'vitest'
import { type Figure, describeFigures, reachesTargets } from '#loadtest/bench/setup/figures.ts'
import { inventRun } from '#loadtest/bench/setup/invent-runs.ts'
import { type Mix, bodiesOf } from '#loadtest/bench/load/mixes.ts'
import { postRequest } from '#loadtest/bench/load/post-connection.ts'
import { median, percentile, compareInRounds } from '#loadtest/bench/setup/rounds.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { createKeyBook } from '#domain/reports/keys/key-book.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { checkEvent } from '#service/ingest/check-event.ts'
import { readEnvelope } from '#service/ingest/read-envelope.ts'
import { readUserAgent } from '#service/http/read-user-agent.ts'
import { projectBatch } from '#service/projections/project-batch.ts'
import { noon } from '#tests/build-events.ts'
import { seededRandom } from '#domain/invented-data/chance.ts'

const world = () => ({ now: () => noon, random: seededRandom(7) })

function take(mix: Mix, count: number) {
  const bodies = bodiesOf(mix, world())
  return Array.from({ length: count }, () => bodies.next().value)
}

describe('bodies', () => {
  test.each(['start', 'ten', 'journeys'] as const)('of the mix %s are accepted by the service', (mix) => {
    for (const body of take(mix, 200))
      for (const raw of readEnvelope(body).events)
        expect(checkEvent(raw, berlinDate(noon))).toMatchObject({ ok: true })
  })

  test('have unique ids, so that none is a duplicate', () => {
    const ids = take('ten', 200).flatMap(({ events }) => events.map(({ id }) => id))
    expect(new Set(ids).size).toBe(2000)
  })

  test('contain one start or ten events', () => {
    for (const { events } of take('start', 20)) expect(events.map(({ type }) => type)).toEqual(['start'])
    for (const { events } of take('ten', 20)) expect(events).toHaveLength(10)
  })

  test('are sent with their length in bytes and the User-Agent of a browser', () => {
    const [head, json] = postRequest({ ort: 'Köln' }).toString().split('\r\n\r\n')
    expect(head).toMatch(/\r\nContent-Length: 15$/)
    expect(json).toBe('{"ort":"Köln"}')
    expect(readUserAgent(/User-Agent: (.*)\r/.exec(head!)?.[1])).toMatchObject({
      bot: false,
      browser: 'Chrome',
    })
  })
})

test('invented runs can be projected, and all of them are finished', () => {
  const dice = world()
  const events = Array.from({ length: 50 }, () => inventRun(dice, noon))
    .flat()
    .map((event, index) => ({ ...event, position: index + 1 }) as StoredEvent)
  const { runs, dropOff } = projectBatch({ states: new Map(), events, book: createKeyBook(), now: noon })
  expect(runs).toHaveLength(50)
  for (const { status, silentSince } of runs) {
    expect(silentSince).toBeNull()
    expect(status).not.toBe('open')
  }
  // Most visits came with a campaign, the others by a referrer.
  const campaigns = dropOff.flatMap(({ segment }) => (segment?.kind === 'campaign' ? segment.campaign : []))
  expect(campaigns.filter((one) => one !== '(none)').length).toBeGreaterThan(campaigns.length / 2)
})

describe('rounds', () => {
  test('alternate, after one warm-up round', async () => {
    const calls: string[] = []
    const yardsticks = [999, 10, 20, 30]
    const subjects = [1, 5, 20, 6]
    const compared = await compareInRounds(
      3,
      async () => (calls.push('yardstick'), yardsticks.shift()!),
      async () => (calls.push('subject'), subjects.shift()!),
    )
    expect(calls).toEqual(Array.from({ length: 4 }, () => ['yardstick', 'subject']).flat())
    // After the warm-up, the ratios of subject to yardstick are 0.5, 1 and 0.2. Their median is 0.5.
    expect(compared).toEqual({ yardstick: 20, subject: 6, ratio: 0.5 })
  })

  test.each([
    [[3], 3],
    [[4, 1], 2.5],
    [[5, 1, 3], 3],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected)
  })

  test('a percentile is one of the values', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentile(values, 95)).toBe(96)
    expect(percentile([7], 95)).toBe(7)
  })
})

describe('figures', () => {
  const figure: Figure = {
    name: 'posts',
    value: 1234.5,
    unit: 'posts/s',
    yardstick: { name: 'bare', value: 2000 },
    ratio: 0.617,
    targets: [{ of: 'ratio', least: 0.6 }],
    setting: '64 connections',
  }

  test.each<[string, Partial<Figure>, boolean]>([
    ['a ratio that is high enough', {}, true],
    ['a ratio that is too low', { ratio: 0.59 }, false],
    ['a ratio that is too high', { targets: [{ of: 'ratio', most: 0.5 }] }, false],
    ['a value within its bound', { targets: [{ of: 'value', most: 1300 }] }, true],
    ['one target of two missed', { targets: [...figure.targets, { of: 'value', most: 1000 }] }, false],
    ['a ratio that could not be computed', { ratio: Number.NaN }, false],
  ])('%s', (_, over, expected) => {
    expect(reachesTargets({ ...figure, ...over })).toBe(expected)
  })

  test('without a target are neither reached nor missed', () => {
    const [, row] = describeFigures([{ ...figure, targets: [] }]).split('\n')
    expect(row).toBe('posts   1,235 posts/s  2,000 bare  0.62')
  })

  test('are printed as a table with their yardsticks', () => {
    expect(describeFigures([figure, { ...figure, name: 'few', ratio: 0.5 }]).split('\n')).toEqual([
      'FIGURE  MEASURED       YARDSTICK   RATIO  TARGET',
      'posts   1,235 posts/s  2,000 bare  0.62   ratio ≥ 0.6  reached',
      'few     1,235 posts/s  2,000 bare  0.50   ratio ≥ 0.6  MISSED',
      '',
      'posts: 64 connections',
      'few: 64 connections',
    ])
  })
})
