import { z } from 'zod'
import {
  accessResponseSchema,
  amendSchema,
  changeEmailSchema,
  customerDocuments,
  issuesSchema,
  lookUpSchema,
  statusDataSchema,
  statusResponseSchema,
  unlockSchema,
} from '#domain/orders/status-contract.ts'
import { runSecretHeader } from '#service/access/describe-run-secret.ts'
import { statusAccess, statusToken } from '#service/access/describe-status-headers.ts'
import { describe, problem, problemSchema } from '#service/http/openapi.ts'

const tag = 'Status page'
const tooMany = problem('The client made too many requests or attempts; Retry-After says when to try again.')
const locked = problem('The access is missing, wrong or expired.')
const unreadable = {
  400: problem('The body is not a JSON object.'),
  413: problem('The body has more than 64 KB.'),
  415: problem('The body is not JSON.'),
}
const wrongShape = problem('A member is missing or has a wrong type.')
const noMatch = problem(
  'At least one of the entries does not match; the answer is the same for every mismatch.',
)
const state = { description: 'The state of the order.', schema: statusResponseSchema }
const notChanged = problem('The order can no longer be changed, or was amended meanwhile (`outdated`).')

export const status = describe({
  tag,
  summary: 'Get the state of an order',
  description: 'Needs the token of the status link, or the access.',
  parameters: [statusToken, statusAccess],
  responses: {
    200: state,
    401: locked,
    404: problem('The token is wrong or expired.'),
    429: tooMany,
  },
})

export const unlock = describe({
  tag,
  summary: 'Unlock the personal data of an order',
  parameters: [statusToken],
  body: { schema: unlockSchema },
  responses: {
    200: { description: 'The access.', schema: accessResponseSchema },
    ...unreadable,
    403: noMatch,
    404: problem('The token is missing, wrong or expired.'),
    422: wrongShape,
    429: tooMany,
  },
})

export const lookUp = describe({
  tag,
  summary: 'Unlock an order without its link',
  body: { schema: lookUpSchema },
  responses: {
    200: { description: 'The access.', schema: accessResponseSchema },
    ...unreadable,
    403: noMatch,
    422: wrongShape,
    429: tooMany,
  },
})

export const data = describe({
  tag,
  summary: 'Get the personal data and the documents of an order',
  parameters: [statusAccess],
  responses: {
    200: { description: 'The data.', schema: statusDataSchema },
    401: locked,
    429: tooMany,
  },
})

export const document = describe({
  tag,
  summary: 'Download a document',
  parameters: [{ in: 'path', name: 'kind', schema: z.enum(customerDocuments) }, statusAccess],
  responses: {
    200: { description: 'The last version of the document.', schema: z.string(), type: 'application/pdf' },
    401: locked,
    404: problem('There is no such document.'),
    429: tooMany,
  },
})

export const object = describe({
  tag,
  summary: 'Object to a declared withdrawal',
  description: 'The order continues.',
  parameters: [statusAccess],
  responses: { 200: state, 401: locked, 409: problem('No withdrawal is declared.'), 429: tooMany },
})

export const ownDocument = describe({
  tag: 'Orders',
  summary: 'Download a document of an order with the secret of its run',
  parameters: [
    { in: 'path', name: 'id', schema: z.uuid() },
    { in: 'path', name: 'kind', schema: z.enum(customerDocuments) },
    runSecretHeader,
  ],
  responses: {
    200: { description: 'The last version of the document.', schema: z.string(), type: 'application/pdf' },
    404: problem('The order or the document is unknown, or the secret is wrong or missing.'),
    429: tooMany,
  },
})

const invalid = {
  description: 'At least one value is invalid.',
  schema: problemSchema.extend({ issues: issuesSchema.optional() }),
  type: 'application/problem+json',
}

export const amend = describe({
  tag,
  summary: 'Amend the data of an order',
  description:
    'Possible until the letter is handed over. The reason, the type of change, the service level, the company and the invoice address cannot be amended. If the account changes, the SEPA mandate must be given again.',
  parameters: [statusAccess],
  body: { schema: amendSchema },
  responses: { 200: state, ...unreadable, 401: locked, 409: notChanged, 422: invalid, 429: tooMany },
})

export const changeEmail = describe({
  tag,
  summary: 'Change the e-mail address of an order',
  description: 'The change is confirmed to the old address.',
  parameters: [statusAccess],
  body: { schema: changeEmailSchema },
  responses: { 200: state, ...unreadable, 401: locked, 409: notChanged, 422: invalid, 429: tooMany },
})

export const withdraw = describe({
  tag,
  summary: 'Withdraw from an order',
  description: 'The withdrawal is final and is recorded at once.',
  parameters: [statusAccess],
  responses: {
    202: { description: 'The declaration is stored durably.' },
    401: locked,
    409: notChanged,
    429: tooMany,
  },
})
