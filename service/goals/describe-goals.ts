import { goalChangesSchema, newGoalsSchema } from '#domain/operations/goal.ts'
import { describe, problem } from '#service/http/openapi.ts'

export const describeGoals = describe({
  tag: 'Reports',
  token: true,
  session: true,
  summary: 'Set or remove goals of months',
  body: {
    schema: newGoalsSchema,
    description: 'All goals are stored or none. Reports as of an earlier position keep the earlier goals.',
  },
  responses: {
    200: { description: 'All goals are known already. Nothing was stored.', schema: goalChangesSchema },
    201: { description: 'The goals were stored.', schema: goalChangesSchema },
    400: problem('The body is not JSON, or a member is wrong; `parameter` names it. Nothing is stored.'),
    401: problem('No access.'),
    403: problem('The request came from a page of another origin.'),
    413: problem('The body is too large.'),
    415: problem('The body is not JSON.'),
    429: problem('The client sent too many wrong tokens, or more than 60 requests an hour.'),
    503: problem(
      'The store is unavailable or the service is being updated; `Retry-After` says when to try again.',
    ),
  },
})
