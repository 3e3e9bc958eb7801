import { Hono } from 'hono'
import { attributionReport } from '#domain/report-attribution.ts'
import { attributionCsv, modelsCsv } from '#domain/report-csv.ts'
import { attributionQuerySchema, attributionReportSchema } from '#domain/report-shapes.ts'
import { modelsQuerySchema, modelsSchema } from '#domain/reports/attribution-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { alsoCsv, answerReport, both, parametersOf, reportRefusals } from '#service/reports/answer-report.ts'
import { readModels } from '#service/reports/read-models.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { ReportDeps } from '../reports.ts'

export function attributionRoutes({ store }: ReportDeps): Hono {
  const app = new Hono()
  app.on('GET', both('attribution'), async (c) => {
    const { from, to, model, by, funnel } = readQuery(c, attributionQuerySchema)
    const { asOfPosition, rows } = await store.reports.attribution({
      from,
      to,
      model,
      by,
      ...(funnel !== undefined && { funnel }),
    })
    const about = { from, to, model, by, funnel: funnel ?? null, asOfPosition }
    return answerReport(c, attributionReport(about, rows), {
      name: `attribution-${model}-${by}-${from}-${to}`,
      csv: attributionCsv,
    })
  })
  app.on('GET', both('attribution/models'), async (c) => {
    const query = readQuery(c, modelsQuerySchema)
    const report = await readModels(store, query)
    return answerReport(c, report, {
      name: `attribution-models-${query.by}-${query.from}-${query.to}`,
      csv: modelsCsv,
    })
  })
  return app
}

export const attributionOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/attribution',
    tag: 'reports',
    summary: 'Runs, orders and revenue credited to campaigns',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(attributionQuerySchema.shape),
    responses: { 200: { description: 'The report.', schema: attributionReportSchema }, ...reportRefusals },
  },
  {
    method: 'get',
    path: '/api/reports/attribution/models',
    tag: 'reports',
    summary: 'The same credits under all five models, side by side',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(modelsQuerySchema.shape),
    responses: { 200: { description: 'The report.', schema: modelsSchema }, ...reportRefusals },
  },
]
