import { z } from 'zod'
import { declineReasons } from '#domain/orders/decide-withdrawal.ts'
import { shownStatuses } from '#domain/orders/evolve-order.ts'

// Wire contract of the operators' page. Paths are below /api/desk.

const time = z.iso.datetime()
/** Maximum number of letters that are printed, or reported as posted, together. */
export const maxPrinted = 50

export const searchSchema = z.strictObject({ words: z.string().trim().min(2).max(300) })
export const foundSchema = z.object({
  orders: z.array(
    z.object({
      orderId: z.string(),
      number: z.string(),
      funnel: z.string(),
      status: z.enum(shownStatuses),
      orderedAt: time,
      name: z.string().describe('Name of the customer; empty if it is erased.'),
    }),
  ),
})
export type FoundOrders = z.output<typeof foundSchema>

/** Why an operator reports a letter as failed. The log keeps the reason, so it is no free text. */
export const failureReasons = ['unprintable', 'returned', 'wrong-data', 'other'] as const

const postedOn = z.iso
  .date()
  .optional()
  .describe('Day on which the letter was posted, from the payment to today; defaults to today.')

const bare = <Name extends string>(command: Name) => z.strictObject({ command: z.literal(command) })

/** Request body of `POST /api/desk/orders/{id}/commands`. */
export const commandSchema = z.discriminatedUnion('command', [
  bare('submit'),
  z.strictObject({ command: z.literal('sent'), postedOn }),
  bare('refunded'),
  bare('withdraw'),
  bare('revoke'),
  z.strictObject({ command: z.literal('failed'), reason: z.enum(failureReasons) }),
  z.strictObject({ command: z.literal('decline'), reason: z.enum(declineReasons) }),
  z.strictObject({
    command: z.literal('resend'),
    messageId: z.uuid(),
    to: z.email().max(254).optional().describe('Corrected address, which becomes the address of the order.'),
  }),
])
export type DeskCommand = z.output<typeof commandSchema>
export const commandNames = [
  'submit',
  'sent',
  'failed',
  'refunded',
  'withdraw',
  'revoke',
  'decline',
  'resend',
] as const satisfies DeskCommand['command'][]

/** Request body of `POST /api/desk/messages/{id}/resend`. */
export const resendSchema = z.strictObject({
  to: z
    .email()
    .max(254)
    .optional()
    .describe(
      'Corrected address. If the e-mail goes to the customer of an order, it becomes the address of the order.',
    ),
})

export const resultSchema = z.object({ result: z.literal('done') })

/** Request body of `POST /api/desk/sent`, which reports several letters as posted. */
export const sentSchema = z.strictObject({
  orderIds: z.array(z.uuid()).min(1).max(maxPrinted),
  postedOn,
})
/** Response of `POST /api/desk/sent`. `code` is `done`, or why the order was not changed. */
export const sentResultSchema = z.object({
  results: z.array(z.object({ orderId: z.string(), number: z.string().nullable(), code: z.string() })),
})
export type SentResult = z.output<typeof sentResultSchema>
