import { z } from 'zod'
import { cursorDescription, cursorOf } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, countOf, deliveryStates, position } from '#domain/reports/shared-shapes.ts'

const delivery = z.object({
  id: z.int(),
  position: position.describe('Position of the event in the log.'),
  runId: z.string(),
  eventType: z.string(),
  sequence: z.int(),
  state: z.enum(deliveryStates),
  attempts: countOf('attempts'),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable().describe('Null once the delivery has finished.'),
  finishedAt: z.iso.datetime().nullable(),
})

const undeliveredMessage = z.object({
  id: z.int(),
  state: z.enum(['retrying', 'undeliverable']),
  attempts: countOf('attempts'),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable().describe('Null if it is undeliverable.'),
  finishedAt: z.iso.datetime().nullable(),
})

const undelivered = {
  pending: count,
  retrying: count,
  undeliverable: count.describe('Given up: permanently refused, or not accepted by any attempt.'),
  rows: z.array(undeliveredMessage).describe('The newest 50 that are retrying or undeliverable.'),
}

const deliveriesShape = z.object({
  configured: z.boolean().describe('True if a webhook is configured.'),
  stopped: z
    .object({
      code: z.enum(['gone']).describe('`gone`: the receiver responded with 410.'),
      reason: z.string(),
      at: z.iso.datetime(),
    })
    .nullable()
    .describe('Reason and start of the pause in sending; null while the webhook accepts messages.'),
  counts: z.object({
    pending: count,
    retrying: count,
    delivered: count,
    dead: count,
    held: count.describe('Messages held back because a withdrawal of the order was declared.'),
    discarded: count.describe('Messages never sent because the order was withdrawn.'),
  }),
  emails: z.object(undelivered).describe('E-mails that have not been sent.'),
  alerts: z
    .object({
      ...undelivered,
      stoppedAt: z.iso
        .datetime()
        .nullable()
        .describe('When the receiver of the alerts responded with 410; null while it accepts them.'),
    })
    .describe('Alerts that the webhook for alerts has not accepted.'),
  rows: z.array(delivery).describe('Newest first.'),
  nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last page.'),
})
export type DeliveriesReport = z.output<typeof deliveriesShape>

const idPattern = /^[1-9]\d{0,14}$/

/** Cursor of the deliveries report: the id of the last delivery on a page. */
export const deliveryCursor = cursorOf(idPattern, z.number(), { decode: Number, encode: String })

/** Report that lists the messages to the webhook. */
export const deliveriesContract = {
  path: 'deliveries',
  query: z.strictObject({
    state: z
      .enum(deliveryStates, `must be one of ${deliveryStates.join(', ')}`)
      .optional()
      .describe('`retrying` means pending after at least one failed attempt.'),
    cursor: deliveryCursor.optional().describe(cursorDescription),
  }),
  shape: deliveriesShape,
} satisfies ReportContract

const deliveryShape = z.object({
  ...delivery.shape,
  log: z.array(
    z.object({
      number: z.int(),
      startedAt: z.iso.datetime(),
      durationMs: count,
      httpStatus: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
})
export type DeliveryReport = z.output<typeof deliveryShape>

/** Report on one message and its delivery attempts. */
export const deliveryContract = {
  path: 'deliveries/{id}',
  query: z.strictObject({ id: z.string().regex(idPattern).transform(Number) }),
  shape: deliveryShape,
} satisfies ReportContract

/** Response to `POST /api/reports/deliveries/resume`. */
export const resumedSchema = z.object({
  resumed: z.boolean().describe('False if the webhook was not stopped.'),
})

/** Response to `POST /api/reports/deliveries/retry-dead`. */
export const retriedSchema = z.object({ retried: count.describe('Number of messages that are due now.') })
