import { z } from 'zod'

/** The wire contract of an order: what is answered about it, and how its payment is reported. */

/** Payment providers report here. */
export const paymentPath = '/api/payments/webhook'

export const orderAnswerSchema = z.object({
  number: z.string(),
  funnel: z.string(),
  priceCents: z.int().describe('Integer cents, VAT included.'),
  status: z.enum(['ordered', 'paid', 'withdrawn']),
})
export type OrderAnswer = z.output<typeof orderAnswerSchema>

export const checkoutAnswerSchema = z.object({
  redirectUrl: z
    .url()
    .describe('Payment page with the billing data in its query: leave for it, do not keep it.'),
})
export type CheckoutAnswer = z.output<typeof checkoutAnswerSchema>

export const paymentReportSchema = z
  .object({
    orderId: z.uuid().transform((id) => id.toLowerCase()),
    paymentId: z
      .string()
      .regex(/^[\w.:-]{1,100}$/, 'allowed are 1 to 100 letters, digits and _ . : -')
      .describe('Id of the payment at the provider. It is kept in the log, so it must not name a person.'),
    amountCents: z.int().min(0),
    status: z
      .string()
      .max(32)
      .describe('`paid`, `pending`, `failed` or `canceled`; only `paid` changes the order.'),
  })
  .describe('Signed by the Standard Webhooks scheme. Further members are ignored.')

export const paymentAnswerSchema = orderAnswerSchema.pick({ status: true })
