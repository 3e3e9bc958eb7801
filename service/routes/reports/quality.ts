import { Hono } from 'hono'
import { qualityCsv } from '#domain/reports/quality-csv.ts'
import { qualityQuerySchema, qualitySchema } from '#domain/reports/quality-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { alsoCsv, answerReport, both, parametersOf, reportRefusals } from '#service/reports/answer-report.ts'
import { readQuality } from '#service/reports/quality.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { ReportDeps } from '../reports.ts'

export function qualityRoutes({ store }: ReportDeps): Hono {
  const app = new Hono()
  app.on('GET', both('quality'), async (c) => {
    const { from, to } = readQuery(c, qualityQuerySchema)
    const report = await readQuality(store, from, to)
    return answerReport(c, report, { name: `quality-${from}-${to}`, csv: qualityCsv })
  })
  return app
}

export const qualityOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/quality',
    tag: 'reports',
    summary: 'What became of the events that were received, and what of the tracking before orders was lost',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(qualityQuerySchema.shape),
    responses: { 200: { description: 'The report.', schema: qualitySchema }, ...reportRefusals },
  },
]
