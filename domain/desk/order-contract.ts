import { z } from 'zod'
import { declineReasons } from '#domain/orders/decide-withdrawal.ts'
import { shownStatuses } from '#domain/orders/evolve-order.ts'
import { auditDetailSchema } from './audit-detail.ts'
import { commandNames } from './desk-contract.ts'
import { workTimesSchema } from './queue-contract.ts'

const time = z.iso.datetime()

/** An event of the order. What its type does not have is null. The page finds the words for all of it. */
const timelineEntry = z.object({
  at: time,
  type: z.string(),
  document: z.string().nullable().describe('Kind of the document that was frozen.'),
  version: z.int().nullable().describe('Version of the document.'),
  number: z.string().nullable().describe('Number of the invoice or of the cancellation invoice.'),
  cents: z.int().nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable().describe('Who caused the event, for example `operator` or `letter-service`.'),
  postedOn: z.string().nullable().describe('Day on which the letter was posted, if an operator named it.'),
  letterId: z.string().nullable().describe('Id by which the letter service knows the letter.'),
})

const auditEntry = z.object({
  at: time,
  operator: z.string(),
  action: z.string(),
  ...auditDetailSchema.shape,
})

/** Response of `GET /api/desk/orders/{id}`. */
export const orderSchema = z.object({
  orderId: z.string(),
  number: z.string(),
  funnel: z.string(),
  product: z.string().describe('Name of the service; ends with (VIP) for the service level VIP.'),
  vip: z.boolean(),
  priceCents: z.int(),
  status: z.enum(shownStatuses),
  business: z.boolean(),
  excluded: z
    .boolean()
    .describe('True if the run of the order is excluded, so its letter is not handed over.'),
  todo: workTimesSchema.nullable().describe('Null if there is nothing to do.'),
  email: z.string().nullable().describe('Null if the personal data is erased or expired.'),
  sections: z.array(
    z.object({ title: z.string(), values: z.array(z.object({ label: z.string(), value: z.string() })) }),
  ),
  timeline: z.array(timelineEntry),
  documents: z.array(
    z.object({ kind: z.string(), version: z.int(), pages: z.int(), bytes: z.int(), frozenAt: time }),
  ),
  proofs: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      filename: z.string(),
      mimeType: z.string(),
      size: z.int(),
      pages: z
        .boolean()
        .describe(
          'True if browsers cannot show the file itself, but `…/proofs/{id}/pages` has its pages as PDF.',
        ),
    }),
  ),
  messages: z.array(
    z.object({
      id: z.int(),
      messageId: z.string(),
      destination: z.string(),
      eventType: z.string(),
      document: z.string().nullable().describe('Kind of the document that the event is about.'),
      state: z.string(),
      attempts: z.int(),
    }),
  ),
  audit: z.array(auditEntry),
  commands: z.array(z.enum(commandNames)).describe('Commands that are possible now.'),
  declineReasons: z
    .array(z.enum(declineReasons))
    .describe('Reasons for which a declared withdrawal can be declined now.'),
})
export type DeskOrder = z.output<typeof orderSchema>
export type TimelineEntry = DeskOrder['timeline'][number]
export type ShownAuditEntry = DeskOrder['audit'][number]
