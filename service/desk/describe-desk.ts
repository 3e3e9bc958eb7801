import { z } from 'zod'
import {
  commandSchema,
  foundSchema,
  resendSchema,
  resultSchema,
  searchSchema,
} from '#domain/desk/desk-contract.ts'
import { orderSchema } from '#domain/desk/order-contract.ts'
import { queueSchema } from '#domain/desk/queue-contract.ts'
import { requestsSchema } from '#domain/desk/request-contract.ts'
import { type RouteDescription, describe as describeRoute, problem } from '#service/http/openapi.ts'

const responses = {
  401: problem('The request has no session of an operator.'),
  429: problem('The client made too many requests.'),
}
export const changing = { 403: problem('The request came from a page of another origin.') }
export const json = {
  400: problem('The body is not the expected JSON.'),
  413: problem('The body is too large.'),
  ...changing,
}
const unknown = { 404: problem('There is no such order, document, proof, request or message.') }
const done = { 200: { description: 'It is done.', schema: resultSchema } }

export const describe = (route: Omit<RouteDescription, 'tag'>) =>
  describeRoute({ ...route, tag: 'Desk', operator: true, responses: { ...responses, ...route.responses } })

export const queue = describe({
  summary: 'List what operators have to do',
  description: 'Contains no personal data.',
  responses: { 200: { description: 'The queue.', schema: queueSchema } },
})
export const search = describe({
  summary: 'Find orders by number, e-mail address or whole words of the name',
  body: { schema: searchSchema },
  responses: { 200: { description: 'The orders.', schema: foundSchema }, ...json },
})
export const requests = describe({
  summary: 'List open requests',
  description: 'Support requests, declarations of withdrawal and payments that no order could take.',
  responses: { 200: { description: 'The requests, oldest first.', schema: requestsSchema } },
})
export const closeRequest = describe({
  summary: 'Close a request',
  description: 'Its content is removed.',
  responses: { ...done, ...unknown, ...changing },
})
export const retryMessage = describe({
  summary: 'Send an undelivered message again',
  responses: { ...done, ...unknown, ...changing },
})
export const resendMessage = describe({
  summary: 'Send a refused e-mail again, also to a corrected address',
  description: 'Two requests within a minute send one e-mail.',
  body: { schema: resendSchema },
  responses: {
    ...done,
    ...unknown,
    ...json,
    409: problem('The personal data of the order is erased, so there is no address.'),
  },
})
export const closeMessage = describe({
  summary: 'Close an undelivered message, which is then discarded',
  responses: { ...done, ...unknown, ...changing },
})
export const order = describe({
  summary: 'Get an order with its personal data',
  responses: { 200: { description: 'The order.', schema: orderSchema }, ...unknown },
})
export const document = describe({
  summary: 'Get a document of an order',
  responses: {
    200: { description: 'The document.', schema: z.string(), type: 'application/pdf' },
    ...unknown,
  },
})
export const proof = describe({
  summary: 'Get a proof of an order as it was uploaded',
  responses: {
    200: { description: 'The file.', schema: z.string(), type: ['application/pdf', 'image/*'] },
    ...unknown,
  },
})
export const proofPages = describe({
  summary: 'Get the converted pages of a proof whose type browsers do not show',
  responses: {
    200: { description: 'The pages.', schema: z.string(), type: 'application/pdf' },
    ...unknown,
  },
})
export const command = describe({
  summary: 'Change an order',
  body: { schema: commandSchema },
  responses: {
    ...done,
    ...json,
    ...unknown,
    409: problem('The state of the order does not allow the command.'),
  },
})
