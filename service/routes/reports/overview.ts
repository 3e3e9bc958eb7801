import { Hono } from 'hono'
import { rangeBefore } from '#domain/reports/day-range.ts'
import { overviewCsv } from '#domain/reports/overview-csv.ts'
import { overviewQuerySchema, overviewSchema } from '#domain/reports/overview-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { alsoCsv, answerReport, both, parametersOf, reportRefusals } from '#service/reports/answer-report.ts'
import { pastResponses } from '#service/reports/as-of/open-past.ts'
import { readOverview } from '#service/reports/read-overview.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { PastDeps } from '../reports.ts'

export function overviewRoutes({ openPast }: PastDeps): Hono {
  const app = new Hono()
  app.on('GET', both('overview'), async (c) => {
    const query = readQuery(c, overviewQuerySchema)
    const past = await openPast(c, query, { readsFrom: rangeBefore(query).from })
    if (past instanceof Response) return past
    const report = await readOverview(past.store.reports, query)
    return answerReport(
      c,
      { ...report, ...past.since() },
      { name: `overview-${query.from}-${query.to}`, csv: overviewCsv },
    )
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
    responses: { ...pastResponses(overviewSchema), ...reportRefusals },
  },
]
