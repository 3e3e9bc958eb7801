import { z } from 'zod'
import { shownStatuses } from './evolve-order.ts'

// Wire contract of an order: its state, the checkout link and payment reports.

/** Path to which payment providers send reports. */
export const paymentPath = '/api/payments/webhook'

export const orderResponseSchema = z.object({
  number: z.string(),
  funnel: z.string(),
  priceCents: z.int().describe('Integer cents, VAT included.'),
  status: z
    .enum(shownStatuses)
    .describe('`expired`: not paid in time; a later payment still makes it `paid`.'),
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
      .describe('`paid`, `pending`, `failed` or `canceled`; only `paid` changes the order.'),
  })
  .describe('Signed according to Standard Webhooks. Additional members are ignored.')

export const paymentResponseSchema = orderResponseSchema.pick({ status: true })
