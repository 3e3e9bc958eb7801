import { type Context, Hono } from 'hono'
import { breakdownCsv, fieldsCsv, trendCsv } from '#domain/reports/drop-off-csv.ts'
import { dropOffCsv } from '#domain/reports/csv.ts'
import { type DropOffReport, dropOffQuerySchema, dropOffReportSchema } from '#domain/reports/report-shapes.ts'
import {
  breakdownQuerySchema,
  breakdownSchema,
  fieldsSchema,
  trendSchema,
} from '#domain/reports/drop-off-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { alsoCsv, answerReport, both, parametersOf, reportRefusals } from '#service/reports/answer-report.ts'
import { pastResponses } from '#service/reports/as-of/open-past.ts'
import { readBreakdown, readDropOff, readFields, readTrend } from '#service/reports/read-drop-off.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { PastDeps } from '../reports.ts'

export function dropOffRoutes({ openPast }: PastDeps): Hono {
  const app = new Hono()
  app.on('GET', both('drop-off'), async (c) => {
    const query = asked(c)
    const past = await openPast(c, query)
    if (past instanceof Response) return past
    const report = await readDropOff(past.store.reports, query)
    return answerReport(
      c,
      { ...report, ...past.since() },
      { name: fileName('drop-off', report), csv: dropOffCsv },
    )
  })
  app.on('GET', both('drop-off/trend'), async (c) => {
    const query = asked(c)
    const past = await openPast(c, query)
    if (past instanceof Response) return past
    const report = await readTrend(past.store.reports, query)
    return answerReport(
      c,
      { ...report, ...past.since() },
      { name: fileName('drop-off-trend', report), csv: trendCsv },
    )
  })
  app.on('GET', both('drop-off/breakdown'), async (c) => {
    const query = readQuery(c, breakdownQuerySchema)
    const past = await openPast(c, query)
    if (past instanceof Response) return past
    const report = await readBreakdown(past.store.reports, query)
    return answerReport(
      c,
      { ...report, ...past.since() },
      { name: fileName(`drop-off-${report.by}`, report), csv: breakdownCsv },
    )
  })
  app.on('GET', both('drop-off/fields'), async (c) => {
    const query = asked(c)
    const past = await openPast(c, query)
    if (past instanceof Response) return past
    const report = await readFields(past.store.reports, query)
    return answerReport(
      c,
      { ...report, ...past.since() },
      { name: fileName('drop-off-fields', report), csv: fieldsCsv },
    )
  })
  return app
}

function asked(c: Context) {
  return readQuery(c, dropOffQuerySchema)
}

function fileName(report: string, { funnel, from, to }: Pick<DropOffReport, 'funnel' | 'from' | 'to'>) {
  return `${report}-${funnel}-${from}-${to}`
}

const common = { method: 'get', tag: 'reports', description: alsoCsv, token: true } as const

export const dropOffOperations: Operation[] = [
  {
    ...common,
    path: '/api/reports/drop-off',
    summary: 'How far runs of a funnel got, by the Berlin day of their start',
    parameters: parametersOf(dropOffQuerySchema.shape),
    responses: { ...pastResponses(dropOffReportSchema), ...reportRefusals },
  },
  {
    ...common,
    path: '/api/reports/drop-off/trend',
    summary: 'How far the same runs got, day by day',
    parameters: parametersOf(dropOffQuerySchema.shape),
    responses: { ...pastResponses(trendSchema), ...reportRefusals },
  },
  {
    ...common,
    path: '/api/reports/drop-off/breakdown',
    summary: 'How far the same runs got, by what they are told apart by',
    parameters: parametersOf(breakdownQuerySchema.shape),
    responses: { ...pastResponses(breakdownSchema), ...reportRefusals },
  },
  {
    ...common,
    path: '/api/reports/drop-off/fields',
    summary: 'Which fields and rules stop the same runs, and what is lost with them',
    parameters: parametersOf(dropOffQuerySchema.shape),
    responses: { ...pastResponses(fieldsSchema), ...reportRefusals },
  },
]
