import { z } from 'zod'
import { hours } from '#domain/runs/dimensions.ts'
import { type DefinedFigure, definitions } from './definitions.ts'

// Schemas shared by the responses of several reports.

export const count = z.int().min(0)
export const share = z.number().min(0).max(1)

/** Returns the schema of a count, described by the definition of the figure. */
export const countOf = (figure: DefinedFigure) => count.describe(definitions[figure].description)
/** Returns the schema of a share, described by the definition of the figure. */
export const shareOf = (figure: DefinedFigure) => share.describe(definitions[figure].description)

/** Returns the text of a figure of orders, which is another one if orders count on the day on which they were placed. */
function byDayOf(started: DefinedFigure, placed: DefinedFigure): string {
  return `${definitions[started].description} With \`dayOf=order\`: ${definitions[placed].description}`
}

export const position = z
  .int()
  .min(0)
  .describe('Position in the event log up to which the report has counted events.')
export const cents = z.int().describe('Euro cents including VAT.')
export const revenue = {
  revenueCents: cents.describe(definitions.revenueCents.description),
  netRevenueCents: cents.describe(definitions.netRevenueCents.description),
}
/** Figures of orders in reports that can count them on the day on which they were placed (see day-of.ts). */
export const sales = {
  orders: count.describe(byDayOf('orders', 'ordersByOrder')),
  revenueCents: cents.describe(byDayOf('revenueCents', 'revenueByOrder')),
  netRevenueCents: cents.describe(byDayOf('netRevenueCents', 'netRevenueByOrder')),
}
/** An hour of a day (see day-hours.ts). */
export const dayHour = {
  day: z.string(),
  hour: z.enum(hours).describe('Hour in Europe/Berlin, from `00` to `23`.'),
  minutes: z
    .int()
    .describe(
      '60; 120 for the hour from 2 to 3 that occurs twice on the day on which clocks are set back. On the day on which they are set forward, that hour is left out.',
    ),
}
export const timezone = z.literal('Europe/Berlin')

export const deliveryStates = ['pending', 'retrying', 'delivered', 'dead', 'held', 'discarded'] as const

/** State of the delivery of the webhook message about an event. */
export const deliverySummary = z
  .object({
    id: z.int(),
    state: z.enum(deliveryStates),
    attempts: countOf('attempts'),
    nextAttemptAt: z.iso.datetime().nullable().describe('Null once the delivery has finished.'),
  })
  .nullable()
  .describe('Delivery of the message about the event; null if there is none.')
export type DeliverySummary = NonNullable<z.output<typeof deliverySummary>>

export const estimate = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .describe('Estimate with its 95 % confidence interval.')
