import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveReport, liveContract } from '#domain/reports/live/shape.ts'
import { type OverviewReport, overviewContract } from '#domain/reports/overview/shape.ts'
import { iso } from '#tests/build-events.ts'
import { type Reports, day, minute, openReports, run, second } from './open-reports.ts'

let reports: Reports
const noon = Date.parse('2026-11-20T11:00:00Z')
const last30 = noon + 25 * minute

function ordered(event: ReturnType<typeof run>, at: number) {
  return [event('start', at), event('complete', at + minute)]
}

beforeAll(async () => {
  reports = await openReports()
  const { send } = reports
  // The requested range is compared with the two days before it. These two days have two runs, one of them with an
  // order. One run is older. All other runs are in the requested range.
  await send(
    { at: noon - 2 * day + minute },
    ...ordered(run(), noon - 2 * day),
    run()('start', noon - 2 * day),
  )
  await send({ at: noon - 3 * day }, run()('start', noon - 3 * day))
  await send({ at: noon - 7 * day + minute }, ...ordered(run(), noon - 7 * day))
  await send({ at: noon - 365 * day }, run()('start', noon - 365 * day))
  await send({ at: noon + minute }, ...ordered(run(), noon), run()('start', noon), ...ordered(run(), noon))
  await send({ at: last30, userAgent: 'Googlebot/2.1' }, ...ordered(run(), last30 - minute))
  const other = { funnel: 'abmeldung' }
  await send({ at: last30 }, run()('start', last30 - 6 * minute, other))
  await send({ at: last30 + minute }, run()('start', last30, other))
})
afterAll(() => reports.service.close())

async function ask<Report>(path: string): Promise<Report> {
  const response = await reports.get(path)
  expect(response.status, await response.clone().text()).toBe(200)
  expect(response.headers.get('x-as-of-position')).toBe(String(await reports.service.store.log.head()))
  return (await response.json()) as Report
}

test('the overview has each funnel and the total by day, compared with the previous period', async () => {
  const report = await ask<OverviewReport>('overview?from=2026-11-20&to=2026-11-21')
  expect(overviewContract.shape.parse(report)).toEqual(report)
  expect(report).toMatchObject({
    from: '2026-11-20',
    to: '2026-11-21',
    before: { from: '2026-11-18', to: '2026-11-19' },
    timezone: 'Europe/Berlin',
  })
  expect(report.funnels.map(({ funnel, runs, orders }) => [funnel, runs, orders])).toEqual([
    ['anmeldung', 3, 2],
    ['zusaetzlich', 0, 0],
    ['aenderung', 0, 0],
    ['abmeldung', 2, 0],
  ])
  expect(report.funnels[0]).toMatchObject({
    revenueCents: 9998,
    conversionRate: 2 / 3,
    before: { runs: 2, orders: 1, revenueCents: 4999, conversionRate: 0.5 },
    days: [
      { day: '2026-11-20', runs: 3, orders: 2, revenueCents: 9998 },
      { day: '2026-11-21', runs: 0, orders: 0, revenueCents: 0 },
    ],
    daysBefore: [
      { day: '2026-11-18', runs: 2, orders: 1, revenueCents: 4999 },
      { day: '2026-11-19', runs: 0, orders: 0, revenueCents: 0 },
    ],
  })
  expect(report.totals).toMatchObject({
    runs: 5,
    orders: 2,
    revenueCents: 9998,
    conversionRate: 0.4,
    before: { runs: 2, orders: 1 },
    days: [{ runs: 5, orders: 2 }, { runs: 0 }],
    daysBefore: [{ runs: 2 }, { runs: 0 }],
  })
})

test.each([
  ['weekdays', { from: '2026-11-13', to: '2026-11-14' }, { runs: 1, orders: 1 }],
  ['month', { from: '2026-10-20', to: '2026-10-21' }, { runs: 0, orders: 0 }],
  ['year', { from: '2025-11-20', to: '2025-11-21' }, { runs: 1, orders: 0 }],
])('compared by %s', async (compare, before, figures) => {
  const plain = await ask<OverviewReport>('overview?from=2026-11-20&to=2026-11-21')
  const report = await ask<OverviewReport>(`overview?from=2026-11-20&to=2026-11-21&compare=${compare}`)
  expect(report.before).toEqual(before)
  expect(report.totals.before).toMatchObject(figures)
  expect(report.totals.daysBefore).toMatchObject([{ day: before.from, ...figures }, { runs: 0 }])
  expect(report.totals.days).toEqual(plain.totals.days)
})

test('the overview refuses an unknown comparison', async () => {
  const response = await reports.get('overview?from=2026-11-20&to=2026-11-21&compare=decade')
  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toContain('must be one of before, weekdays, month, year')
})

test('the overview as CSV has one line per funnel, period and day', async () => {
  const lines = (await (await reports.get('overview.csv?from=2026-11-20&to=2026-11-20')).text()).split('\r\n')
  expect(lines[0]).toMatch(
    /record,funnel,period,day,runs,orders,revenueCents,conversionRate,netRevenueCents$/,
  )
  expect(lines).toContain('funnel,abmeldung,asked,,2,0,0,0,0')
  expect(lines).toContain('total,,before,2026-11-19,0,0,0,,0')
  expect(lines).toContain('total,,asked,,5,2,9998,0.4,0')
})

test('live shows the last 30 minutes by the clock of the service, without bots', async () => {
  reports.service.clock.set(last30 + minute + second)
  const report = await ask<LiveReport>('live')
  expect(liveContract.shape.parse(report)).toEqual(report)
  expect(report.now).toBe(iso(last30 + minute + second))
  expect([report.minutes.length, report.minutes[0]!.minute, report.minutes.at(-1)!.minute]).toEqual([
    30,
    iso(noon - 3 * minute),
    iso(last30 + minute),
  ])
  expect(report.minutes.filter(({ runs, orders }) => runs + orders > 0)).toEqual([
    { minute: iso(noon), runs: 3, orders: 0 },
    { minute: iso(noon + minute), runs: 0, orders: 2 },
    { minute: iso(last30 - 6 * minute), runs: 1, orders: 0 },
    { minute: iso(last30), runs: 1, orders: 0 },
  ])
  // The two active runs sent their last events 61 s and 1 s ago.
  expect(report.activeRuns).toBe(2)
  expect(report.funnels).toContainEqual({ funnel: 'anmeldung', runs: 3, orders: 2 })
  expect(report.funnels).toContainEqual({ funnel: 'abmeldung', runs: 2, orders: 0 })
  const csv = await (await reports.get('live.csv')).text()
  expect(csv.split('\r\n')).toContain(`${iso(noon)},3,0`)
})

test.each([
  ['overview?from=2026-11-20', 'to'],
  ['overview?from=2026-11-21&to=2026-11-20', 'to'],
  ['overview?from=2026-11-20&to=2026-11-20&funnel=anmeldung', 'funnel'],
  ['live?from=2026-11-20', 'from'],
])('%s is refused, and %s is named', async (path, parameter) => {
  const response = await reports.get(path)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ parameter })
})

test.each(['0000-01-01', '9999-12-31'])('the overview of %s has no runs', async (date) => {
  const report = await ask<OverviewReport>(`overview?from=${date}&to=${date}`)
  expect([report.totals.runs, report.totals.days.length, report.totals.daysBefore.length]).toEqual([0, 1, 1])
})
