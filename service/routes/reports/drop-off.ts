import { Hono } from 'hono'
import { dropOffCsv } from '#domain/report-csv.ts'
import { dropOffQuerySchema, dropOffReportSchema } from '#domain/report-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { alsoCsv, answerReport, both, parametersOf, reportRefusals } from '#service/reports/answer-report.ts'
import { readDropOff } from '#service/reports/read-drop-off.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { ReportDeps } from '../reports.ts'

export function dropOffRoutes({ store }: ReportDeps): Hono {
  const app = new Hono()
  app.on('GET', both('drop-off'), async (c) => {
    const report = await readDropOff(store, readQuery(c, dropOffQuerySchema))
    const { funnel, from, to } = report
    return answerReport(c, report, { name: `drop-off-${funnel}-${from}-${to}`, csv: dropOffCsv })
  })
  return app
}

export const dropOffOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/drop-off',
    tag: 'reports',
    summary: 'How far runs of a funnel got, by the Berlin day of their start',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(dropOffQuerySchema.shape),
    responses: { 200: { description: 'The report.', schema: dropOffReportSchema }, ...reportRefusals },
  },
]
