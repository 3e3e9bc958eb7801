import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { csvTable } from '#domain/reports/csv.ts'
import { asOf, checkRange, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, position } from '#domain/reports/shared-shapes.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { allReports } from '#service/reports/all-reports.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { describeReport } from '#service/reports/define/describe-report.ts'
import { reportRoutes } from '#service/reports/routes.ts'
import { handleErrors } from '#service/http/errors.ts'
import { pino } from 'pino'
import { type Reports, minute, openReports, run } from '#tests/service/reports/open-reports.ts'

// A minimal report. In the application, its contract would be in domain/reports/<report>/shape.ts, and the rest in
// service/reports/<report>.ts, with a line in all-reports.ts. A page would show it with `useReport(startsContract, {
// from, to })`.

const startsContract = {
  path: 'starts',
  query: z.strictObject({ ...range, asOf }).check(checkRange),
  shape: z.object({ from: z.string(), to: z.string(), asOfPosition: position, runs: count }),
} satisfies ReportContract

const starts = defineReport({
  contract: startsContract,
  summary: 'Runs that started',
  past: true,
  read: ({ reports }, { from, to }) =>
    reports.counts({ funnels: ['anmeldung'], from, to, segment: {}, kinds: ['stage', 'completed'] }),
  compute: ({ asOfPosition, groups }, { from, to }) => {
    const measures = groups.flatMap((group) => group.measures)
    return { from, to, asOfPosition, runs: measures.reduce((sum, { runs }) => sum + runs, 0) }
  },
  csv: {
    fileName: ({ from, to }) => `starts-${from}-${to}`,
    table: ({ runs }) => csvTable(['runs'], [{ runs }]),
  },
})

const noon = Date.parse('2026-11-20T11:00:00Z')
let reports: Reports
let app: Hono
beforeAll(async () => {
  reports = await openReports()
  for (const at of [noon, noon + minute]) await reports.send({ at }, run()('start', at))
  // Project all events: `reports.get` does this before it requests the report. The choice of the report does not
  // matter.
  await reports.get('live')
  app = new Hono()
  app.onError(handleErrors(pino({ level: 'silent' })))
  const { store, clock } = reports.service
  const deps = { store, now: clock.now, webhookConfigured: false, testPayments: false, letterService: false }
  const { unpaid } = defaultPeriods
  app.route('/', reportRoutes({ ...deps, unpaid, access: (_, next) => next() }, [starts]))
})
afterAll(() => reports.service.close())

const days = 'from=2026-11-20&to=2026-11-20'

describe('from its definition a report has', () => {
  test('a route with JSON and its position in the log', async () => {
    const response = await app.request(`/api/reports/starts?${days}`)
    expect(await response.json()).toEqual({ from: '2026-11-20', to: '2026-11-20', asOfPosition: 2, runs: 2 })
    expect(response.headers.get('x-as-of-position')).toBe('2')
  })

  test('a CSV file, by the path or by Accept', async () => {
    const byPath = await app.request(`/api/reports/starts.csv?${days}`)
    expect(byPath.headers.get('content-disposition')).toBe(
      'attachment; filename="starts-2026-11-20-2026-11-20.csv"',
    )
    const byAccept = await app.request(`/api/reports/starts?${days}`, { headers: { accept: 'text/csv' } })
    for (const response of [byPath, byAccept]) expect(await response.text()).toMatch(/^runs\r\n2\r\n$/)
  })

  test('validation that names a wrong parameter', async () => {
    const refusals = {
      'from=2026-11-20&to=tomorrow': 'to',
      'from=2026-11-20': 'to',
      [`${days}&by=day`]: 'by',
    }
    for (const [query, parameter] of Object.entries(refusals)) {
      const response = await app.request(`/api/reports/starts?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ parameter })
    }
  })

  test('past versions with the changes since', async () => {
    const response = await app.request(`/api/reports/starts?${days}&asOf=1`)
    expect(await response.json()).toMatchObject({ asOfPosition: 1, runs: 1, since: { newRuns: 1 } })
  })

  test('a description for the OpenAPI document', () => {
    const { path, summary, parameters, responses } = describeReport(starts)
    expect([path, summary]).toEqual(['/api/reports/starts', 'Runs that started'])
    expect(parameters!.map(({ name, required }) => [name, required])).toEqual([
      ['from', true],
      ['to', true],
      ['asOf', false],
    ])
    expect(Object.keys(responses)).toEqual(['200', '202', '400', '401', '403', '429', '503'])
  })
})

test.each(allReports.map((report) => ({ name: report.contract.path, report })))(
  '$name shows the past if and only if it supports asOf',
  ({ report }) => {
    expect('asOf' in report.contract.query.shape).toBe(report.hasPast)
  },
)
