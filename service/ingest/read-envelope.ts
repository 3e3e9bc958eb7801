import { type Envelope, envelopeSchema } from '#domain/events/wire-events.ts'
import { maxEvents } from '#domain/limits.ts'
import { Problem } from '#service/http/errors.ts'

/** Checks an envelope without its events, which are checked one by one later. Throws a `Problem` (400, 413). */
export function readEnvelope(body: unknown): Envelope {
  const parsed = envelopeSchema.safeParse(body)
  if (!parsed.success)
    throw new Problem({
      status: 400,
      type: 'bad-envelope',
      title: 'Not an envelope of events',
      detail: 'See issues. The format is described at /api/openapi.json.',
      extensions: {
        issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      },
    })
  const count = parsed.data.events.length
  if (count > maxEvents)
    throw new Problem({
      status: 413,
      type: 'too-many-events',
      title: 'Too many events',
      detail: `${count} events were sent, at most ${maxEvents} are allowed in one request.`,
    })
  return parsed.data
}
