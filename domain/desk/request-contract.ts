import { z } from 'zod'

const common = { id: z.int(), receivedAt: z.iso.datetime() }
const order = {
  orderId: z.string().nullable().describe('Null if the order is unknown.'),
  number: z.string().nullable(),
}

const orderNumber = z.string().describe('The number that the customer typed; empty if there is none.')

/**
 * Why a declaration of withdrawal needs an operator: no single order matches (`unclear`), an earlier declaration was
 * revoked or declined (`decided-before`), or the order cannot take it for another reason.
 */
const declaration = z.object({
  ...common,
  ...order,
  kind: z.literal('declaration'),
  name: z.string(),
  email: z.string(),
  outcome: z.string(),
  orderNumber,
  details: z.string(),
})

/** A report of the payment provider that changed no order although money may have moved, or that paid an expired one. */
const payment = z.object({
  ...common,
  ...order,
  kind: z.literal('payment'),
  paymentId: z.string(),
  amountCents: z.int(),
  status: z.string().describe('Status that the provider reported.'),
  code: z
    .string()
    .describe(
      'Why the report was refused, for example `wrong-amount`; `expired` if it paid an expired order.',
    ),
})

const support = z.object({
  ...common,
  kind: z.literal('support'),
  name: z.string(),
  email: z.string(),
  concern: z.string(),
  orderNumber,
  message: z.string(),
})

/** A row that an operator answers or checks, and then closes. */
const request = z.discriminatedUnion('kind', [support, declaration, payment])
export type DeskRequest = z.output<typeof request>

/** Response of `GET /api/desk/requests`. `unreadable` counts the rows that cannot be decrypted. */
export const requestsSchema = z.object({ requests: z.array(request), unreadable: z.int() })
export type DeskRequests = z.output<typeof requestsSchema>
