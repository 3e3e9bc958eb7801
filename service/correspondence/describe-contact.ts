import { z } from 'zod'
import {
  type ContactResponse,
  maxLengths,
  supportRequestSchema,
  withdrawalSchema,
} from '#domain/site/contact-contract.ts'
import { runSecretHeader } from '#service/access/describe-run-secret.ts'
import { type RouteDescription, describe, problem } from '#service/http/openapi.ts'

// Patterns for the OpenAPI document. They describe what the zod checks imply: a text must not be blank, because it is
// trimmed before its length is checked. The pattern of e-mail addresses is stricter than the check: the service accepts
// letters of any script, but generators of test data cannot produce valid addresses from such a pattern.
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
  200: { description: 'The message is stored durably.', schema: answer },
  400: problem('The body is not a JSON object.'),
  403: problem('The request came from a page of another origin.'),
  413: problem('The body has more than 64 KB.'),
  415: problem('The body is neither JSON nor a plain form.'),
  422: { description: 'At least one field is invalid.', schema: answer },
  429: problem('The client sent more than five requests in a minute.'),
}

export const describeSupport = describe({
  tag: 'Site',
  summary: 'Send a message to support',
  description: 'A plain form is accepted as well; its response is an HTML page.',
  body: { schema: supportRequestSchema, description: 'At most 64 KB.' },
  responses,
})

export const describeWithdrawal = describe({
  tag: 'Site',
  summary: 'Withdraw from a contract',
  description:
    'The withdrawal function of § 356a BGB. The response does not reveal whether such an order exists. ' +
    'A plain form is shown for review first, unless `confirmed` is `yes`. A declaration pauses the order until the ' +
    'customer or an operator decides, or three days have passed; one with the secret of the order’s run is final.',
  parameters: [{ ...runSecretHeader, description: 'Secret of the run of the order, if the client has it.' }],
  body: { schema: withdrawalSchema, description: 'At most 64 KB.' },
  responses,
})
