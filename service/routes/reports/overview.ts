import { Hono } from 'hono'
import { overviewCsv } from '#domain/overview-csv.ts'
import { overviewQuerySchema, overviewSchema } from '#domain/reports/overview-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { alsoCsv, answerReport, both, parametersOf, reportRefusals } from '#service/reports/answer-report.ts'
import { readOverview } from '#service/reports/read-overview.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { ReportDeps } from '../reports.ts'

export function overviewRoutes({ store }: ReportDeps): Hono {
  const app = new Hono()
  app.on('GET', both('overview'), async (c) => {
    const query = readQuery(c, overviewQuerySchema)
    const report = await readOverview(store.reports, query)
    return answerReport(c, report, { name: `overview-${query.from}-${query.to}`, csv: overviewCsv })
  })
  return app
}

export const overviewOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/overview',
    tag: 'reports',
    summary: 'Runs, orders and revenue of all funnels by day, against the period before',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(overviewQuerySchema.shape),
    responses: { 200: { description: 'The report.', schema: overviewSchema }, ...reportRefusals },
  },
]
