import { z } from 'zod'
import { newMuteSchema, storedMuteSchema } from '#domain/operations/mute-contract.ts'
import { describe, problem } from '#service/http/openapi.ts'

const common = { tag: 'Reports', token: true, session: true } as const

const refusals = {
  401: problem('No access.'),
  403: problem('The request came from a page of another origin.'),
  429: problem('The client sent too many wrong tokens, or more than 60 requests an hour.'),
  503: problem(
    'The store is unavailable or the service is being updated; `Retry-After` says when to try again.',
  ),
}

export const describeMuting = describe({
  ...common,
  summary: 'Mute alerts: they are neither announced nor counted as open',
  body: { schema: newMuteSchema },
  responses: {
    201: { description: 'The mute as it was stored.', schema: storedMuteSchema },
    400: problem('The body is not JSON, or a member is wrong; `parameter` names it.'),
    413: problem('The body is too large.'),
    415: problem('The body is not JSON.'),
    ...refusals,
  },
})

export const describeUnmuting = describe({
  ...common,
  summary: 'End a mute',
  parameters: [{ in: 'path', name: 'id', schema: z.string() }],
  responses: {
    204: { description: 'The mute has ended.' },
    ...refusals,
    404: problem('No such mute.'),
  },
})
