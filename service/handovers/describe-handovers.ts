import { z } from 'zod'
import { maxHandoverBytes } from '#domain/handovers/handover.ts'
import { runSecretHeader } from '#service/access/describe-run-secret.ts'
import { describe, problem } from '#service/http/openapi.ts'

const tag = 'Hand-overs'
const runId = { in: 'path' as const, name: 'runId', schema: z.uuid() }
const expiresAt = z.iso.datetime().describe('24 hours after the hand-over was made.')
const tooOften = problem('The client made too many requests; Retry-After says when to try again.')
const unknownRun = problem('The run is unknown, or the secret is wrong or missing.')

export const readSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
})

export const describePut = describe({
  tag,
  summary: 'Hand a draft over to another device',
  description:
    'Stores the draft of a run, encrypted by the browser, for 24 hours. The service never learns the key. Replaces ' +
    'an earlier hand-over of the run. The secret is checked before the body is read.',
  parameters: [runId, runSecretHeader],
  body: {
    type: 'application/octet-stream',
    schema: z.file(),
    description: `At most ${maxHandoverBytes} bytes.`,
  },
  responses: {
    201: {
      description: 'The hand-over is stored.',
      schema: z.object({ id: z.string().describe('16 random bytes in base64url.'), expiresAt }),
    },
    404: unknownRun,
    409: problem('The run was ordered (`ordered`).'),
    413: problem(`The body is larger than ${maxHandoverBytes} bytes.`),
    415: problem('The body is not `application/octet-stream`.'),
    422: problem('The body is empty.'),
    429: tooOften,
    503: problem(
      'Too many hand-overs wait to be read (`full`), the disk is too full (`low-disk`), or the store is unavailable.',
    ),
  },
})

export const describeState = describe({
  tag,
  summary: 'Get the state of a hand-over',
  parameters: [runId, runSecretHeader],
  responses: {
    200: {
      description: 'Whether the other device has read the draft.',
      schema: z.object({ state: z.enum(['waiting', 'read']), expiresAt }),
    },
    404: problem('There is no hand-over, the run is unknown, or the secret is wrong or missing.'),
    429: tooOften,
  },
})

export const describeRemoval = describe({
  tag,
  summary: 'Remove a hand-over',
  parameters: [runId, runSecretHeader],
  responses: {
    204: { description: 'The run has no hand-over.' },
    404: unknownRun,
    429: tooOften,
  },
})

export const describeRead = describe({
  tag,
  summary: 'Read a hand-over, once',
  description: 'A POST, so that the preview of a link never reads it.',
  body: { schema: readSchema },
  responses: {
    200: {
      description: 'The encrypted draft. The service has removed it.',
      schema: z.file(),
      type: 'application/octet-stream',
    },
    404: problem('There is no such hand-over, or it has expired.'),
    409: problem('The run was ordered meanwhile (`ordered`).'),
    410: problem('The hand-over was already read (`already-read`).'),
    413: problem('The body is too large.'),
    422: problem('The body is not `{"id": "…"}`.'),
    429: tooOften,
  },
})
