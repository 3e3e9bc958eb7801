import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelsReport } from '#domain/reports/attribution/shape.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import type { RunsReport } from '#domain/reports/runs/shape.ts'
import { type Reports, minute, openReports, run } from '#tests/service/reports/open-reports.ts'

// A visitor starts at 23:50 in Berlin and orders at 00:10; another starts and orders on the second day.

let reports: Reports
const evening = Date.parse('2026-11-19T22:50:00Z')
const night = evening + 20 * minute
const noon = Date.parse('2026-11-20T11:00:00Z')
const first = 'from=2026-11-19&to=2026-11-19'
const second = 'from=2026-11-20&to=2026-11-20'

beforeAll(async () => {
  reports = await openReports()
  const [late, other] = [run(), run()]
  await reports.send({ at: evening }, late('start', evening))
  await reports.send({ at: night }, late('complete', night))
  await reports.send({ at: noon }, other('start', noon - minute), other('complete', noon))
})
afterAll(() => reports.service.close())

async function read<Report>(path: string): Promise<Report> {
  const response = await reports.get(path)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as Report
}

async function totalsOf(query: string) {
  const { runs, orders, completed, conversionRate } = (await read<OverviewReport>(`overview?${query}`)).totals
  return { runs, orders, completed, conversionRate }
}

test('an order counts on the day of the start by default, and on its own day on request', async () => {
  expect(await totalsOf(first)).toEqual({ runs: 1, orders: 1, completed: 1, conversionRate: 1 })
  expect(await totalsOf(second)).toEqual({ runs: 1, orders: 1, completed: 1, conversionRate: 1 })
  const placed = '&dayOf=order'
  expect(await totalsOf(first + placed)).toEqual({ runs: 1, orders: 0, completed: 1, conversionRate: 1 })
  expect(await totalsOf(second + placed)).toEqual({ runs: 1, orders: 2, completed: 1, conversionRate: 1 })
  const models = await read<ModelsReport>(`attribution/models?${second}&by=channel${placed}`)
  expect(models.totals.linear).toMatchObject({ runs: 1, orders: 2, conversionRate: 1 })
})

test('the list behind a figure is sorted by order, page by page', async () => {
  const { rows, dayOf, total } = await read<RunsReport>(`runs?${second}&figure=completed&dayOf=order`)
  expect([dayOf, total]).toEqual(['order', 2])
  expect(rows.map(({ orderedAt }) => orderedAt)).toEqual(
    [noon, night].map((at) => new Date(at).toISOString()),
  )
  const byHour = await read<RunsReport>(`runs?${second}&figure=completed&dayOf=order&hour=00`)
  expect(byHour.rows.map(({ runId }) => runId)).toEqual([rows[1]!.runId])
  const cursor = `${Date.parse(rows[0]!.orderedAt!)}.${rows[0]!.runId}`
  const next = await read<RunsReport>(`runs?${second}&figure=completed&dayOf=order&cursor=${cursor}`)
  expect(next.rows.map(({ runId }) => runId)).toEqual([rows[1]!.runId])
})

test('CSV files say that orders count on their own day', async () => {
  const csv = await (await reports.get(`overview.csv?${second}&dayOf=order`)).text()
  const [head, ...lines] = csv.trim().split(/\r?\n/)
  expect(head).toMatch(/,completed,dayOf$/)
  expect(lines.every((line) => line.endsWith(',order'))).toBe(true)
  const german = await (
    await reports.get(`attribution/models.de.csv?${second}&by=channel&dayOf=order`)
  ).text()
  expect(german).toMatch(/;Bestellungen gezählt am\r?\n.*;Tag der Bestellung\r?\n/)
  expect(await (await reports.get(`overview.csv?${second}`)).text()).not.toContain('dayOf')
})

test.each([
  ['dayOf', `overview?${first}&dayOf=payment`],
  ['dayOf', `runs?${first}&figure=runs&dayOf=order`],
  ['weekday', `runs?${first}&figure=completed&dayOf=order&weekday=monday`],
  ['hour', `runs?from=2026-11-01&to=2026-11-20&figure=completed&dayOf=order&hour=00`],
  ['dayOf', `drop-off?${first}&funnel=anmeldung&dayOf=order`],
])('a request that cannot be counted is refused, naming %s', async (parameter, path) => {
  const response = await reports.get(path)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ parameter })
})
