import { type Context, Hono } from 'hono'
import {
  type ReplayRequest,
  replayRequestSchema,
  replayResultSchema,
} from '#domain/reports/rejections/shape.ts'
import { Problem } from '#service/http/errors.ts'
import { type Operation, problem } from '#service/http/openapi.ts'
import { readSmallBody } from '#service/http/read-small-body.ts'
import type { Replays } from '#service/ingest/replay.ts'
import { commandRefusals, commonCommand } from '#service/reports/define/command.ts'

/** Maximum size of a request in bytes; ten field names need less than 1 KB. */
const maxBytes = 4096

/** Returns the route with which the page replays rejected events, one batch per request. */
export function replayRoutes(replays: Pick<Replays, 'replayNext'>): Hono {
  const app = new Hono()
  app.post('/api/reports/rejections/replay', async (c) => {
    const result = await replays.replayNext(await readRequest(c))
    if (result === 'not-mended')
      throw new Problem({
        status: 409,
        type: 'not-mended',
        title: 'The funnel does not accept the fields',
        detail: 'Name every field in earlierFields of the funnel, and deploy the service.',
      })
    return c.json(result)
  })
  return app
}

async function readRequest(c: Context): Promise<ReplayRequest> {
  const parsed = replayRequestSchema.safeParse(parseJson(await readSmallBody(c, maxBytes)))
  if (parsed.success) return parsed.data
  throw new Problem({
    status: 400,
    type: 'bad-request',
    title: 'Not a request to replay events',
    detail: 'See issues. The format is described at /api/openapi.json.',
    extensions: {
      issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    },
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem({
      status: 400,
      type: 'not-json',
      title: 'The body cannot be read',
      detail: 'The body is not JSON in UTF-8.',
    })
  }
}

export const replayOperation: Operation = {
  ...commonCommand,
  path: '/api/reports/rejections/replay',
  summary: 'Replay the next rejected events that name unknown fields',
  body: { schema: replayRequestSchema },
  responses: {
    200: {
      description:
        'At most 100 events were replayed. Repeat the request with `next` as `after` until it is null.',
      schema: replayResultSchema,
    },
    400: problem('The body is not such a request.'),
    ...commandRefusals,
    409: problem('The funnel does not accept the fields; see `earlierFields` in its definition.'),
    413: problem('The body has more than 4 KB.'),
  },
}
