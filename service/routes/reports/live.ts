import { Hono } from 'hono'
import { z } from 'zod'
import { funnels } from '#domain/funnels/index.ts'
import { liveCsv } from '#domain/reports/overview-csv.ts'
import { liveReport, liveSince } from '#domain/reports/live.ts'
import { liveSchema } from '#domain/reports/overview-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { alsoCsv, answerReport, both, reportRefusals } from '#service/reports/answer-report.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { ReportDeps } from '../reports.ts'

const noParameters = z.strictObject({})

export function liveRoutes({ store, now }: ReportDeps): Hono {
  const app = new Hono()
  app.on('GET', both('live'), async (c) => {
    readQuery(c, noParameters)
    const at = now()
    const counts = await store.reports.live(liveSince(at))
    const report = liveReport(
      at,
      funnels.map(({ type }) => type),
      counts,
    )
    return answerReport(c, report, { name: 'live', csv: liveCsv })
  })
  return app
}

export const liveOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/live',
    tag: 'reports',
    summary: 'The last 30 minutes, minute by minute',
    description: alsoCsv,
    token: true,
    responses: { 200: { description: 'The report.', schema: liveSchema }, ...reportRefusals },
  },
]
