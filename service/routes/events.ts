import { Hono } from 'hono'
import { z } from 'zod'
import { answerSchema, envelopeSchema, eventSchema, maxEvents } from '#domain/events.ts'
import { Problem } from '#service/errors.ts'
import type { Ingest } from '#service/ingest/ingest.ts'
import { readJsonBody } from '#service/ingest/read-body.ts'
import { readEnvelope } from '#service/ingest/read-envelope.ts'
import { type Operation, problem, problemSchema } from '#service/openapi.ts'
import { type RateLimitSettings, rateLimit } from '#service/rate-limit.ts'

const limit = { name: 'events', perMinute: 600 }

export function eventRoutes({
  ingest,
  limits,
}: {
  ingest: Pick<Ingest, 'accept'>
  limits: RateLimitSettings
}) {
  const routes = new Hono()
  // Not awaited in the handler, which would keep the body until its events are committed.
  const takeEvents = (request: Request) =>
    readJsonBody(request).then((body) =>
      ingest.accept(readEnvelope(body), request.headers.get('user-agent') ?? undefined),
    )
  routes.post('/api/events', rateLimit(limit, limits), async (c) => {
    const results = await takeEvents(c.req.raw)
    if (results.every(({ status }) => status === 'rejected'))
      throw new Problem({
        status: 422,
        type: 'all-rejected',
        title: 'Every event was rejected',
        detail: 'The results say why. Sending the same again gives the same answer.',
        extensions: { results },
      })
    return c.json({ results })
  })
  return routes
}

export const eventOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/events',
    tag: 'Ingest',
    summary: 'Take events of a visitor',
    description:
      'Answered when everything is committed. An event id is stored once, for ever: repeat a request as often as needed. ' +
      'Also with Content-Encoding: gzip.',
    body: { schema: envelopeSchema.extend({ events: z.array(eventSchema).min(1).max(maxEvents) }) },
    responses: {
      200: { description: 'One result an event, in their order.', schema: answerSchema },
      400: problem('Not JSON, or not an envelope.'),
      413: problem('More than 256 KB, also after decompression, or more than 50 events.'),
      415: problem('Not JSON in UTF-8, or an unknown content encoding.'),
      422: {
        ...problem('Every event was rejected.'),
        schema: problemSchema.extend({ results: answerSchema.shape.results }),
      },
      429: problem('More than 600 requests of a client in a minute; Retry-After says when to go on.'),
      503: problem(
        'The store cannot commit now; Retry-After says when to try again. Nothing is lost by repeating.',
      ),
    },
  },
]
