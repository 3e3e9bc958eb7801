import { Hono } from 'hono'
import { attributionReport } from '#domain/reports/attribution.ts'
import { attributionCsv, modelsCsv } from '#domain/reports/csv.ts'
import { attributionQuerySchema, attributionReportSchema } from '#domain/reports/report-shapes.ts'
import { modelsQuerySchema, modelsSchema } from '#domain/reports/attribution-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { alsoCsv, answerReport, both, parametersOf, reportRefusals } from '#service/reports/answer-report.ts'
import { pastResponses } from '#service/reports/as-of/open-past.ts'
import { readModels } from '#service/reports/read-models.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { PastDeps } from '../reports.ts'

export function attributionRoutes({ openPast }: PastDeps): Hono {
  const app = new Hono()
  app.on('GET', both('attribution'), async (c) => {
    const query = readQuery(c, attributionQuerySchema)
    const past = await openPast(c, query)
    if (past instanceof Response) return past
    const { from, to, model, by, funnel } = query
    const { asOfPosition, rows } = await past.store.reports.attribution({
      from,
      to,
      model,
      by,
      ...(funnel !== undefined && { funnel }),
    })
    const about = { from, to, model, by, funnel: funnel ?? null, asOfPosition }
    return answerReport(
      c,
      { ...attributionReport(about, rows), ...past.since() },
      {
        name: `attribution-${model}-${by}-${from}-${to}`,
        csv: attributionCsv,
      },
    )
  })
  app.on('GET', both('attribution/models'), async (c) => {
    const query = readQuery(c, modelsQuerySchema)
    const past = await openPast(c, query)
    if (past instanceof Response) return past
    const report = await readModels(past.store, query)
    return answerReport(
      c,
      { ...report, ...past.since() },
      {
        name: `attribution-models-${query.by}-${query.from}-${query.to}`,
        csv: modelsCsv,
      },
    )
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
    responses: { ...pastResponses(attributionReportSchema), ...reportRefusals },
  },
  {
    method: 'get',
    path: '/api/reports/attribution/models',
    tag: 'reports',
    summary: 'The same credits under all five models, side by side',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(modelsQuerySchema.shape),
    responses: { ...pastResponses(modelsSchema), ...reportRefusals },
  },
]
