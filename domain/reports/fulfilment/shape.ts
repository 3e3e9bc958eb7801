import { z } from 'zod'
import { definitions } from '#domain/reports/definitions.ts'
import { asOf, checkRange, funnel, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { countOf, position, shareOf, timezone } from '#domain/reports/shared-shapes.ts'

export const fulfilmentDimensions = ['campaign', 'source', 'medium'] as const

const by = z.enum(fulfilmentDimensions, `must be one of ${fulfilmentDimensions.join(', ')}`)

const seconds = z.number().min(0).nullable()

const figures = z.object({
  ordered: countOf('ordered'),
  paid: countOf('paid'),
  sent: countOf('sent'),
  paidRate: shareOf('paidRate'),
  sentRate: shareOf('sentRate'),
  medianPaidSeconds: seconds.describe(definitions.medianPaidSeconds.description),
  medianSentSeconds: seconds.describe(definitions.medianSentSeconds.description),
  failed: countOf('failed'),
  withdrawn: countOf('withdrawn'),
  refunded: countOf('refunded'),
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
