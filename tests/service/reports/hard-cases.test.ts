import { pino } from 'pino'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lapseSilentRuns } from '#service/runs/lapser.ts'
import { iso, storedEvent } from '#tests/build-events.ts'
import { type Reports, day, hour, minute, openReports, reached, run, second } from './open-reports.ts'

let reports: Reports

beforeAll(async () => {
  reports = await openReports()
})
afterAll(() => reports.service.close())

// Each case uses a different day, so that all cases can share one service.
const noonOf = (date: string) => Date.parse(`${date}T11:00:00Z`)

test('events out of order are counted as if they had arrived in order', async () => {
  const [at, event] = [noonOf('2026-11-02'), run()]
  await reports.send({ at }, event('step', at + 3 * second, { step: 3 }))
  await reports.send({ at: at + second }, event('step', at + second), event('complete', at + 4 * second))
  await reports.send({ at: at + 2 * second }, event('step', at + 2 * second, { step: 2 }), event('start', at))
  const report = await reports.dropOff('2026-11-02')
  expect(reached(report)).toEqual([1, 1, 1, 1, 1])
  expect(report.stages.slice(1)).toMatchObject([20, 20, 20, 2].map(() => ({ lost: 0, lossRate: 0 })))
})

test('events that an offline visitor sends two days late count on the day of the start', async () => {
  const [at, event] = [noonOf('2026-11-03'), run()]
  await reports.send({ at }, event('start', at))
  await reports.dropOff('2026-11-03')
  const log = pino({ level: 'silent' })
  const settings = { store: reports.service.store, lapseAfterMs: 30 * minute, log }
  const { lapsed } = await lapseSilentRuns({ ...settings, now: () => at + 31 * minute })
  expect(lapsed).toBeGreaterThan(0)
  expect(await reports.dropOff('2026-11-03')).toMatchObject({ abandoned: 1, open: 0 })
  const back = at + 2 * day
  await reports.send(
    { at: back, sentAt: back },
    event('step', at + 5 * minute),
    event('step', at + hour, { step: 2 }),
  )
  const report = await reports.dropOff('2026-11-03')
  expect(reached(report)).toEqual([1, 1, 1, 0, 0])
  expect(report).toMatchObject({ abandoned: 0, open: 1 })
  expect(reached(await reports.dropOff('2026-11-05'))).toEqual([0, 0, 0, 0, 0])
})

test('repeated events are counted once', async () => {
  const [at, event] = [noonOf('2026-11-06'), run()]
  const events = [event('start', at), event('step', at, { data: { seconds: 100 } }), event('complete', at)]
  for (const later of [0, second, hour, 3 * day])
    await reports.send({ at: at + later, sentAt: at }, ...events)
  const report = await reports.dropOff('2026-11-06', '2026-11-09')
  expect(reached(report)).toEqual([1, 1, 1, 1, 1])
  expect(report.stages[1]?.runs).toBe(1)
  expect(Math.abs((report.stages[1] as { medianSeconds: number }).medianSeconds - 100)).toBeLessThan(5)
  expect((await reports.attribution('2026-11-06')).totals).toMatchObject({
    runs: 1,
    orders: 1,
    revenueCents: 4999,
  })
  expect((await reports.orders('2026-11-06')).rows).toHaveLength(1)
})

test('an abandoned run that is resumed counts as open', async () => {
  const [at, event] = [noonOf('2026-11-10'), run()]
  await reports.send({ at }, event('start', at), event('abandon', at))
  expect(await reports.dropOff('2026-11-10')).toMatchObject({ abandoned: 1, open: 0 })
  await reports.send({ at: at + minute }, event('invalid', at + minute))
  expect(await reports.dropOff('2026-11-10')).toMatchObject({ abandoned: 0, open: 1 })
})

test('a run that is abandoned after its order counts as completed', async () => {
  const [at, event] = [noonOf('2026-11-11'), run()]
  await reports.send({ at }, event('start', at), event('complete', at), event('abandon', at + minute))
  expect(await reports.dropOff('2026-11-11')).toMatchObject({ abandoned: 0, completed: 1, conversionRate: 1 })
})

test('an order without step events counts in every stage', async () => {
  const [at, event] = [noonOf('2026-11-12'), run()]
  await reports.send({ at }, event('complete', at))
  const report = await reports.dropOff('2026-11-12')
  expect(reached(report)).toEqual([1, 1, 1, 1, 1])
  expect(report.stages[4]).toMatchObject({ medianSeconds: null })
})

test('two runs of one session are counted separately', async () => {
  const [at, sessionId] = [noonOf('2026-11-13'), randomUUID()]
  const [first, other] = [run(), run()]
  await reports.send({ at, sessionId }, first('start', at), other('start', at), first('complete', at))
  expect(await reports.dropOff('2026-11-13')).toMatchObject({ completed: 1, open: 1, conversionRate: 0.5 })
})

test('events of the same millisecond are counted in log order', async () => {
  const [at, event] = [noonOf('2026-11-14'), run()]
  await reports.send(
    { at },
    event('abandon', at),
    event('step', at),
    event('start', at),
    event('step', at, { step: 2 }),
  )
  const report = await reports.dropOff('2026-11-14')
  expect(reached(report)).toEqual([1, 1, 1, 0, 0])
  expect(report).toMatchObject({ abandoned: 0, open: 1 })
})

test.each([
  ['midnight', '2026-11-15', '2026-11-16', '2026-11-15T23:00:00Z'],
  ['the midnight before clocks go back', '2026-10-24', '2026-10-25', '2026-10-24T22:00:00Z'],
  ['the midnight after clocks went back', '2026-10-25', '2026-10-26', '2026-10-25T23:00:00Z'],
  ['the midnight before clocks go forward', '2027-03-27', '2027-03-28', '2027-03-27T23:00:00Z'],
  ['the midnight after clocks went forward', '2027-03-28', '2027-03-29', '2027-03-28T22:00:00Z'],
])(
  'a run over %s counts on the day of its start, and its order is listed on its own day',
  async (_, evening, morning, midnight) => {
    const [at, event] = [Date.parse(midnight), run()]
    await reports.send({ at: at - 1 }, event('start', at - 1))
    await reports.send({ at: at + minute }, event('complete', at + minute))
    expect(await reports.dropOff(evening)).toMatchObject({ completed: 1 })
    expect((await reports.attribution(evening)).totals).toMatchObject({ orders: 1 })
    const times = async (date: string) => (await reports.orders(date)).rows.map(({ time }) => time)
    expect(await times(evening)).not.toContain(iso(at + minute))
    expect(await times(morning)).toContain(iso(at + minute))
  },
)

test('a run that is abandoned in the repeated hour when clocks go back counts as abandoned', async () => {
  // The run starts at 02:30 in summer time. It is abandoned 40 minutes later, at 02:10 in winter time.
  const [at, event] = [Date.parse('2027-10-31T00:30:00Z'), run()]
  await reports.send({ at }, event('start', at), event('step', at, { step: 3 }))
  await reports.send({ at: at + 40 * minute }, event('abandon', at + 40 * minute))
  expect(await reports.dropOff('2027-10-31')).toMatchObject({ abandoned: 1 })
})

test('a run is counted in the funnel version of its start', async () => {
  const at = noonOf('2026-12-01')
  const event = (type: 'start' | 'step', runId: string, funnelVersion: number, step = 1) =>
    storedEvent(type, { id: randomUUID(), runId, funnelVersion, step, at })
  await reports.append(
    event('start', 'v1', 1),
    event('step', 'v1', 1, 2),
    event('step', 'v1', 2, 3),
    event('start', 'v2', 2),
    event('step', 'v2', 2, 1),
  )
  const newest = await reports.dropOff('2026-12-01')
  expect([newest.funnelVersion, reached(newest)]).toEqual([2, [1, 1, 0, 0, 0]])
  const first = await reports.dropOff('2026-12-01', '2026-12-01', '&funnelVersion=1')
  expect([first.funnelVersion, reached(first)]).toEqual([1, [1, 1, 1, 0, 0]])
})

test('a range of one day includes its first and its last millisecond', async () => {
  for (const date of ['2026-12-03', '2026-12-04', '2026-12-05']) {
    const [from, to] = [Date.parse(`${date}T00:00:00+01:00`), Date.parse(`${date}T23:59:59.999+01:00`)]
    for (const at of [from, to]) await reports.send({ at }, run()('start', at))
  }
  expect(reached(await reports.dropOff('2026-12-04'))[0]).toBe(2)
  expect((await reports.attribution('2026-12-04')).totals.runs).toBe(2)
})

test('a client clock that is three hours fast is corrected', async () => {
  // It is 22:30 in Berlin, but 01:30 of the next day by the client's clock.
  const [at, event] = [Date.parse('2026-12-07T21:30:00Z'), run()]
  const fast = at + 3 * hour
  // The client's clock set the time of the touch, so its age is measured by that clock. It is more than seven days old
  // and must not count. Measured by the service's clock, the touch would be three hours younger and would count.
  const touches = [{ at: iso(fast - 7 * day - minute), utm_source: 'google' }]
  await reports.send({ at, sentAt: fast, touches }, event('start', fast - second), event('step', fast))
  expect(reached(await reports.dropOff('2026-12-07'))).toEqual([1, 1, 0, 0, 0])
  expect(reached(await reports.dropOff('2026-12-08'))).toEqual([0, 0, 0, 0, 0])
  expect((await reports.attribution('2026-12-07')).rows).toMatchObject([{ key: '(none)' }])
})

test('a bot is not counted, but its order is listed', async () => {
  const [at, event] = [noonOf('2026-12-09'), run()]
  await reports.send({ at, userAgent: 'Googlebot/2.1' }, event('start', at), event('complete', at))
  expect(reached(await reports.dropOff('2026-12-09'))).toEqual([0, 0, 0, 0, 0])
  expect((await reports.attribution('2026-12-09')).totals).toMatchObject({
    runs: 0,
    orders: 0,
    revenueCents: 0,
  })
  expect((await reports.orders('2026-12-09')).rows).toHaveLength(1)
})
