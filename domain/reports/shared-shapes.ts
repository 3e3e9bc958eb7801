import { z } from 'zod'
import { definitions } from './definitions.ts'

// Schemas shared by the responses of several reports.

export const count = z.int().min(0)
export const share = z.number().min(0).max(1)
export const position = z
  .int()
  .min(0)
  .describe('Position in the event log up to which the report has counted events.')
export const cents = z.int().describe('Euro cents including VAT.')
export const revenue = {
  revenueCents: cents.describe(definitions.revenueCents.description),
  netRevenueCents: cents.describe(definitions.netRevenueCents.description),
}
export const timezone = z.literal('Europe/Berlin')

export const deliveryStates = ['pending', 'retrying', 'delivered', 'dead', 'held', 'discarded'] as const

/** State of the delivery of the webhook message about an event. */
export const deliverySummary = z
  .object({
    id: z.int(),
    state: z.enum(deliveryStates),
    attempts: count,
    nextAttemptAt: z.iso.datetime().nullable().describe('Null once the delivery has finished.'),
  })
  .nullable()
  .describe('Delivery of the message about the event; null if there is none.')
export type DeliverySummary = NonNullable<z.output<typeof deliverySummary>>
