import { z } from 'zod'
import { limitedKinds } from '#domain/orders/acknowledgement-limits.ts'
import { shownStatuses } from '#domain/orders/evolve-order.ts'
import { deskWorks } from './desk-work.ts'

const time = z.iso.datetime()
const maxRows = 100

/** Maximum number of rows per group of the queue, and of orders that a search finds. */
export const deskRows = maxRows

/** What has to be done for an order, and by when. */
export const workTimesSchema = z.object({
  work: z.enum(deskWorks),
  since: time.describe('Time since which there is something to do.'),
  dueAt: time.nullable().describe('Time by which it has to be done; null if there is none.'),
  due: z.boolean().describe('True if it can be done now.'),
})

const orderRow = z.object({
  ...workTimesSchema.shape,
  orderId: z.string(),
  number: z.string(),
  funnel: z.string(),
  product: z.string().describe('Name of the service; ends with (VIP) for the service level VIP.'),
  vip: z.boolean(),
  priceCents: z.int(),
  status: z.enum(shownStatuses),
  excluded: z
    .boolean()
    .describe('True if the run of the order is excluded, so its letter is not handed over.'),
  printed: z
    .object({ at: time, by: z.string() })
    .nullable()
    .describe('When the letter was last printed and by which operator; null if no operator has printed it.'),
})
export type QueueRow = z.output<typeof orderRow>

const messageRow = z.object({
  id: z.int(),
  destination: z.string(),
  eventType: z.string().nullable(),
  document: z.string().nullable().describe('Kind of the document that the event is about.'),
  orderId: z.string().nullable(),
  number: z.string().nullable(),
  since: time,
  error: z.string().nullable().describe('Error of the last attempt, without any content.'),
})
export type DeadMessage = z.output<typeof messageRow>

/** Kinds of the rows that operators close: support requests, declarations of withdrawal and payments. */
export const requestKinds = ['support', 'declaration', 'payment'] as const
export type RequestKind = (typeof requestKinds)[number]

/** Response of `GET /api/desk/queue`. It contains no personal data. */
export const queueSchema = z.object({
  asOf: time,
  letterService: z
    .boolean()
    .describe('True if a letter service prints and posts the letters, so that operators do not.'),
  groups: z.array(
    z.object({
      work: z.enum(deskWorks),
      count: z.int(),
      due: z
        .int()
        .describe('Orders with something to do now. If not all rows are shown, there can be more of them.'),
      rows: z.array(orderRow).max(maxRows).describe('VIP orders first, then the oldest ones.'),
    }),
  ),
  messages: z.array(messageRow).describe('Undeliverable messages, at most 25 per destination.'),
  messageCount: z.int().describe('Number of all undeliverable messages.'),
  heldBack: z
    .array(z.object({ kind: z.enum(limitedKinds), count: z.int() }))
    .describe('E-mails that wait because of a limit, by kind.'),
  requests: z.object({
    count: z.int(),
    oldest: time.nullable(),
    kinds: z
      .array(z.object({ kind: z.enum(requestKinds), count: z.int() }))
      .describe(`Kinds of the oldest ${maxRows} requests.`),
  }),
})
export type DeskQueue = z.output<typeof queueSchema>
