import { z } from 'zod'
import { asOf, checkRange, funnel, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, position, share, timezone } from '#domain/reports/shared-shapes.ts'

export const fulfilmentDimensions = ['campaign', 'source', 'medium'] as const

const by = z.enum(fulfilmentDimensions, `must be one of ${fulfilmentDimensions.join(', ')}`)

const seconds = z.number().min(0).nullable().describe('Median in seconds, within 5 %; null without orders.')

const figures = z.object({
  ordered: count.describe('All orders, whatever happened to them later.'),
  paid: count.describe('Orders that were paid, including those withdrawn, failed or refunded later.'),
  sent: count.describe('Orders whose letter was posted.'),
  paidRate: share.describe('Paid orders per order.'),
  sentRate: share.describe('Posted letters per paid order.'),
  medianPaidSeconds: seconds.describe(
    'Median time from the order to its payment, in seconds; null without one.',
  ),
  medianSentSeconds: seconds.describe(
    'Median time from the payment to the posted letter, in seconds; null without one.',
  ),
  failed: count.describe('Orders whose letter could not be posted or came back.'),
  withdrawn: count.describe('Orders with a final withdrawal.'),
  refunded: count.describe('Orders whose price was refunded.'),
})
export type FulfilmentFigures = z.output<typeof figures>

const shape = z.object({
  from: z.string(),
  to: z.string(),
  timezone,
  by,
  funnel: z.string().nullable(),
  asOfPosition: position,
  rows: z
    .array(z.object({ key: z.string(), ...figures.shape }))
    .describe('Ordered by orders, then key. At most 2,000 keys; `(other)` sums the rest.'),
  totals: figures,
})
export type FulfilmentReport = z.output<typeof shape>

/** Report on orders, payments and posted letters, by the day on which the run started, and the campaign. */
export const fulfilmentContract = {
  path: 'fulfilment',
  query: z
    .strictObject({
      ...range,
      by: by.optional().describe('Dimension of the rows; `campaign` by default.'),
      funnel: funnel.optional(),
      asOf,
    })
    .check(checkRange),
  shape,
} satisfies ReportContract
