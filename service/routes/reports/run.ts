import { Hono } from 'hono'
import { z } from 'zod'
import { runSchema } from '#domain/reports/run-shapes.ts'
import { Problem } from '#service/errors.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { tellPosition } from '#service/reports/answer-report.ts'
import { readTimeline } from '#service/reports/timeline.ts'
import type { ReportDeps } from '../reports.ts'

export function runRoutes({ store }: ReportDeps): Hono {
  const app = new Hono()
  app.get('/api/reports/runs/:runId', async (c) => {
    const timeline = await readTimeline(store, c.req.param('runId'))
    if (!timeline) throw new Problem({ status: 404, type: 'no-run', title: 'No such run' })
    tellPosition(c, timeline.asOfPosition)
    return c.json(timeline)
  })
  return app
}

export const runOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/runs/{runId}',
    tag: 'reports',
    summary: 'What the log holds of one run, without anything about the person',
    token: true,
    parameters: [{ in: 'path', name: 'runId', schema: z.string() }],
    responses: {
      200: { description: 'The events in the order of the log.', schema: runSchema },
      401: problem('No access.'),
      404: problem('There is no such run.'),
    },
  },
]
