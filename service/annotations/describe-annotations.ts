import { z } from 'zod'
import { storedAnnotationSchema } from '#domain/operations/annotation-contract.ts'
import { newAnnotationSchema } from '#domain/operations/annotation.ts'
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

export const describeWriting = describe({
  ...common,
  summary: 'Write an annotation on a day, for example after a deploy',
  body: { schema: newAnnotationSchema },
  responses: {
    200: {
      description: 'The same annotation is already stored under this key. It is returned unchanged.',
      schema: storedAnnotationSchema,
    },
    201: { description: 'The annotation as it was stored.', schema: storedAnnotationSchema },
    400: problem('The body is not JSON, or a member is wrong; `parameter` names it.'),
    409: problem('Another annotation is stored under this key. Nothing was changed.'),
    413: problem('The body is too large.'),
    415: problem('The body is not JSON.'),
    ...refusals,
  },
})

export const describeRemoval = describe({
  ...common,
  summary: 'Remove an annotation; reports as of an earlier position keep it',
  parameters: [{ in: 'path', name: 'id', schema: z.string() }],
  responses: {
    204: { description: 'The annotation is removed.' },
    ...refusals,
    404: problem('No such annotation.'),
  },
})
