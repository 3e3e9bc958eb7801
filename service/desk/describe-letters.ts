import { z } from 'zod'
import { maxPrinted, sentResultSchema, sentSchema } from '#domain/desk/desk-contract.ts'
import { problem } from '#service/http/openapi.ts'
import { describe, json } from './describe-desk.ts'

export const letters = describe({
  summary: 'Get the letters of several orders as one PDF',
  parameters: [
    {
      in: 'query',
      name: 'orders',
      schema: z.string(),
      required: true,
      description: `Ids of 1 to ${maxPrinted} orders, separated by commas.`,
    },
  ],
  responses: {
    200: { description: 'The letters.', schema: z.string(), type: 'application/pdf' },
    400: problem('There are no ids, too many, or one is not a UUID.'),
    404: problem('There is no such order.'),
    409: problem(
      'A letter is not to be printed, or the letters are too large together. `orders` has the order numbers.',
    ),
    503: problem('Other letters are being put together.'),
  },
})
export const sent = describe({
  summary: 'Report several letters as posted',
  body: { schema: sentSchema },
  responses: {
    200: { description: 'The result of each order.', schema: sentResultSchema },
    ...json,
  },
})
