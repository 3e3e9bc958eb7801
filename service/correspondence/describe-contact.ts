import { z } from 'zod'
import {
  type ContactResponse,
  maxLengths,
  supportRequestSchema,
  withdrawalSchema,
} from '#domain/site/contact-contract.ts'
import { runSecretHeader } from '#service/access/describe-run-secret.ts'
import { type RouteDescription, describe, problem } from '#service/http/openapi.ts'

// Patterns that the checks imply: text is trimmed before its length is checked, and an address has letters of any
// script, of which generators of test data can use the Latin ones.
const visible = String.raw`[^\s\u0000-\u001f\u007f-\u009f\ufeff]`
const inLine = String.raw`[^\u0000-\u001f\u007f-\u009f\u2028\u2029]`
const inText = String.raw`[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]`
const filledLine = { pattern: `^${inLine}*${visible}${inLine}*$` }
const filledText = { pattern: `^${inText}*${visible}${inText}*$` }
const latin = String.raw`[A-Za-z0-9!#$%&'*+/=?^_{|}~\u00c0-\u024f-]+`
const email = {
  minLength: 6,
  maxLength: maxLengths.email,
  pattern: String.raw`^${latin}(\.${latin})*@${latin}(\.${latin})+$`,
  description: 'Letters of other scripts are allowed as well.',
}
for (const { shape } of [supportRequestSchema, withdrawalSchema]) {
  z.globalRegistry.add(shape.email, email)
  z.globalRegistry.add(shape.name, filledLine)
}
z.globalRegistry.add(supportRequestSchema.shape.message, filledText)

const answer = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  fields: z.record(z.string(), z.string()).exactOptional().describe('What is wrong, by field.'),
}) satisfies z.ZodType<ContactResponse>

const responses: RouteDescription['responses'] = {
  200: { description: 'Kept durably.', schema: answer },
  400: problem('Not a JSON object.'),
  403: problem('A form of another site.'),
  413: problem('More than 64 KB.'),
  415: problem('Neither JSON nor a plain form.'),
  422: { description: 'Something is wrong with a field.', schema: answer },
  429: problem('More than five requests a minute from one client.'),
}

export const describeSupport = describe({
  tag: 'Site',
  summary: 'Write to the support',
  description: 'Also as a plain form, which is answered with a page.',
  body: { schema: supportRequestSchema, description: 'At most 64 KB.' },
  responses,
})

export const describeWithdrawal = describe({
  tag: 'Site',
  summary: 'Withdraw from a contract',
  description:
    'The withdrawal function of § 356a BGB. The answer never tells whether there is such an order. ' +
    'A plain form is shown for review first, unless `confirmed` is `yes`. A declaration pauses the order until the ' +
    'customer or an operator decides, or three days have passed; one with the secret of the order’s run is final.',
  parameters: [
    { ...runSecretHeader, description: 'Secret of the run of the order, where the client has it.' },
  ],
  body: { schema: withdrawalSchema, description: 'At most 64 KB.' },
  responses,
})
