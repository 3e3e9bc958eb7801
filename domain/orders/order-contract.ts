import { z } from 'zod'
import { shownStatuses } from './evolve-order.ts'
import { statusDocumentSchema, statusResponseSchema } from './status-contract.ts'

// Wire contract of an order: its state, the checkout link and payment reports.

/** Path to which payment providers send reports. */
export const paymentPath = '/api/payments/webhook'
/** Path to which the letter service sends reports. */
export const letterWebhookPath = '/api/letters/webhook'

/** What only the customer may see of an order. */
const ownOrderSchema = z.object({
  statusUrl: z.url().describe('Status page with its token in the fragment.'),
  recipient: z.string().optional().describe('First and last name of the customer; absent if it is erased.'),
  email: z.string().optional().describe('E-mail address, shown in part.'),
  documents: z.array(statusDocumentSchema),
  next: z
    .array(z.object({ title: z.string(), text: z.string() }))
    .describe('What happens now and next, at most three steps, in German.'),
  can: statusResponseSchema.shape.can.describe('What the customer can do on the status page.'),
})
export type OwnOrder = z.output<typeof ownOrderSchema>

export const orderResponseSchema = z.object({
  number: z.string(),
  funnel: z.string(),
  priceCents: z.int().describe('Integer cents, VAT included.'),
  status: z
    .enum(shownStatuses)
    .describe('`expired`: not paid in time; a later payment still makes it `paid`.'),
  ...ownOrderSchema.partial().shape,
})
export type OrderResponse = z.output<typeof orderResponseSchema>

export const checkoutResponseSchema = z.object({
  redirectUrl: z
    .url()
    .describe('URL of the payment page with the billing data in its query: redirect to it, do not store it.'),
})
export type CheckoutResponse = z.output<typeof checkoutResponseSchema>

export const paymentReportSchema = z
  .object({
    orderId: z.uuid().transform((id) => id.toLowerCase()),
    paymentId: z
      .string()
      .regex(/^[\w.:-]{1,100}$/, 'allowed are 1 to 100 letters, digits and _ . : -')
      .describe(
        'Id of the payment at the provider. It is stored in the log, so it must not contain personal data.',
      ),
    amountCents: z.int().min(0),
    status: z
      .string()
      .max(32)
      .describe(
        '`paid`, `pending`, `failed`, `canceled`, `refunded` or `chargeback`; only `paid`, `refunded` and `chargeback` change the order.',
      ),
  })
  .describe('Signed according to Standard Webhooks. Additional members are ignored.')

export const paymentResponseSchema = orderResponseSchema.pick({ status: true })
