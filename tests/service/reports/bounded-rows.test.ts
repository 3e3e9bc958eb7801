import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttributionReport, ModelsReport } from '#domain/reports/attribution/shape.ts'
import type { BreakdownReport } from '#domain/reports/drop-off/shape.ts'
import type { RunsReport } from '#domain/reports/runs/shape.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { projecting } from '#tests/service/projections/projected-store.ts'
import { day, openReports } from './open-reports.ts'

type Reports = Awaited<ReturnType<typeof openReports>>

/**
 * Number of runs per day, each with its own source and campaign. One day has fewer than `maxRows` sources, but the two
 * days together have more.
 */
const perDay = 1100
const maxRows = 2000
const query = 'from=2026-11-19&to=2026-11-20'

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
  const { append, catchUp } = projecting(reports.service.store)
  for (const [index, at] of [noon - day, noon].entries()) {
    const events = Array.from({ length: perDay }, (_, run) => {
      const name = `${index}-${run}`
      const meta = { touches: [{ at, source: `source ${name}`, campaign: `campaign ${name}` }] }
      const about = { runId: `run ${name}`, at, meta }
      const start = storedEvent('start', { ...about, id: `start ${name}` })
      return run % 100 === 0 ? [start, storedEvent('complete', { ...about, id: `order ${name}` })] : [start]
    })
    await append(...events.flat())
    await catchUp(500)
  }
}, 60_000)
afterAll(() => reports.service.close())

const read = async <Report>(path: string) => (await (await reports.get(path)).json()) as Report

const other = <Row extends { key: string }>(rows: Row[]) => rows.find(({ key }) => key === '(other)')!

test('attribution has at most 2,000 rows and (other), which sum to the totals', async () => {
  const { rows, totals } = await read<AttributionReport>(`attribution?${query}&model=linear&by=source`)
  expect(rows).toHaveLength(maxRows + 1)
  expect(totals).toMatchObject({ runs: 2 * perDay, orders: 22, revenueCents: 22 * 4999 })
  for (const name of ['runs', 'orders', 'revenueCents'] as const)
    expect(rows.reduce((sum, row) => sum + row[name], 0)).toBe(totals[name])
  // Keys with revenue get their own rows first, so `(other)` contains no orders.
  expect(other(rows)).toMatchObject({ runs: 200, orders: 0 })
})

test('the models have the same rows, and (other) has the list of its runs', async () => {
  const { rows, totals } = await read<ModelsReport>(`attribution/models?${query}&by=campaign`)
  expect(rows).toHaveLength(maxRows + 1)
  expect(rows.reduce((sum, { models }) => sum + models.decay.runs, 0)).toBe(totals.decay.runs)
  expect(other(rows).models.decay.runs).toBe(200)
  const figure = encodeURIComponent('credit:decay:campaign:(other)')
  let list = await read<RunsReport>(`runs?${query}&figure=${figure}`)
  expect(list.credited).toEqual({ runs: 200, orders: 0, revenueCents: 0, netRevenueCents: 0 })
  const listed = [...list.rows]
  while (list.nextCursor) {
    list = await read<RunsReport>(`runs?${query}&figure=${figure}&cursor=${list.nextCursor}`)
    listed.push(...list.rows)
  }
  expect(listed).toHaveLength(200)
  const shown = new Set(rows.map(({ key }) => key))
  expect(listed.filter(({ campaign }) => shown.has(campaign))).toEqual([])
  // The report has no row for a key that counts under `(other)`, but the list of runs can be requested for that key.
  const named = encodeURIComponent(`credit:decay:campaign:${listed[0]!.campaign}`)
  expect((await read<RunsReport>(`runs?${query}&figure=${named}`)).credited).toMatchObject({ runs: 1 })
})

test('a breakdown has at most 2,000 rows and (other), which sum to the totals', async () => {
  const { rows, totals } = await read<BreakdownReport>(
    `drop-off/breakdown?${query}&funnel=anmeldung&by=campaign`,
  )
  expect(rows).toHaveLength(maxRows + 1)
  expect(totals.stages[0]).toBe(2 * perDay)
  expect(rows.reduce((sum, { stages }) => sum + stages[0]!, 0)).toBe(2 * perDay)
  expect(rows.reduce((sum, { completed }) => sum + completed, 0)).toBe(22)
  expect(other(rows).stages[0]).toBe(200)
})

test('a CSV file has the same rows', async () => {
  const file = await (await reports.get(`attribution/models.csv?${query}&by=campaign`)).text()
  expect(file.split('\r\n')).toHaveLength(1 + 5 * (maxRows + 1) + 5 + 1)
})
