import { z } from 'zod'
import {
  type ContactAnswer,
  supportPath,
  supportRequestSchema,
  withdrawalPath,
  withdrawalSchema,
} from '#domain/contact-contract.ts'
import { type Operation, problem } from '#service/openapi.ts'

const answer = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  fields: z.record(z.string(), z.string()).exactOptional().describe('What is wrong, by field.'),
}) satisfies z.ZodType<ContactAnswer>

const responses: Operation['responses'] = {
  200: { description: 'Kept durably.', schema: answer },
  400: problem('Not a JSON object.'),
  403: problem('A form of another site.'),
  413: problem('More than 64 KB.'),
  415: problem('Neither JSON nor a plain form.'),
  422: { description: 'Something is wrong with a field.', schema: answer },
  429: problem('More than five requests a minute from one client.'),
}

export const contactOperations: Operation[] = [
  {
    method: 'post',
    path: supportPath,
    tag: 'Site',
    summary: 'Write to the support',
    description: 'Also as a plain form, which is answered with a page.',
    body: { schema: supportRequestSchema, description: 'At most 64 KB.' },
    responses,
  },
  {
    method: 'post',
    path: withdrawalPath,
    tag: 'Site',
    summary: 'Withdraw from a contract',
    description:
      'The withdrawal function of § 356a BGB. The answer never tells whether there is such an order. ' +
      'A plain form is shown for review first, unless `confirmed` is `yes`.',
    body: { schema: withdrawalSchema, description: 'At most 64 KB.' },
    responses,
  },
]
