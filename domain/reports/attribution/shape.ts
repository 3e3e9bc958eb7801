import { z } from 'zod'
import {
  type AttributionModel,
  attributionModels,
  touchDimensions,
} from '#domain/attribution/credit-touches.ts'
import { countedDay, dayOf } from '#domain/reports/day-of.ts'
import { asOf, checkCreditRange, funnel, range, segmentFilters } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { creditAmounts } from './credit-amounts.ts'
import { countOf, position, sales, shareOf, timezone } from '#domain/reports/shared-shapes.ts'

const by = z.enum(touchDimensions, `must be one of ${touchDimensions.join(', ')}`)

const credits = z.object({
  runs: creditAmounts.runs.min(0),
  orders: creditAmounts.orders.min(0),
  revenueCents: creditAmounts.revenueCents,
  netRevenueCents: creditAmounts.netRevenueCents,
  conversionRate: shareOf('creditedConversion'),
})

const attributionShape = z.object({
  from: z.string(),
  to: z.string(),
  dayOf: countedDay,
  timezone,
  model: z.enum(attributionModels),
  by,
  funnel: z.string().nullable(),
  asOfPosition: position,
  rows: z
    .array(z.object({ key: z.string(), ...credits.shape }))
    .describe('Ordered by revenue, then key. At most 2,000 keys; `(other)` sums the rest.'),
  totals: credits,
})
export type AttributionReport = z.output<typeof attributionShape>

/** Report on the runs, orders and revenue that one attribution model credits to campaigns. */
export const attributionContract = {
  path: 'attribution',
  query: z
    .strictObject({
      ...range,
      model: z.enum(attributionModels, `must be one of ${attributionModels.join(', ')}`),
      by,
      funnel: funnel.optional(),
      variant: segmentFilters.variant,
      dayOf,
      asOf,
    })
    .check(checkCreditRange),
  shape: attributionShape,
} satisfies ReportContract

const byModel = z.object({
  first: credits,
  last: credits,
  linear: credits,
  position: credits,
  decay: credits,
} satisfies Record<AttributionModel, typeof credits>)

const modelsShape = z.object({
  from: z.string(),
  to: z.string(),
  dayOf: countedDay,
  timezone,
  by,
  funnel: z.string().nullable(),
  source: z.string().nullable(),
  asOfPosition: position,
  rows: z
    .array(z.object({ key: z.string(), models: byModel }))
    .describe(
      'Ordered by revenue under `last`, then runs under `last`, then key. At most 2,000 keys; `(other)` sums the rest.',
    ),
  totals: byModel.describe(
    'Sums of the rows. Without `source`, the totals of all models are equal to the cent.',
  ),
  runs: countOf('runs'),
  severalContacts: z
    .object({ orders: countOf('severalContacts'), ofOrders: sales.orders, share: shareOf('severalShare') })
    .nullable()
    .describe('Null without orders.'),
  withoutConsent: z
    .object({ runs: countOf('withoutConsent'), share: shareOf('withoutConsentShare') })
    .nullable()
    .describe('Null without runs.'),
})
export type ModelsReport = z.output<typeof modelsShape>

/** Report on the runs, orders and revenue that each of the five attribution models credits to campaigns. */
export const modelsContract = {
  path: 'attribution/models',
  query: z
    .strictObject({
      ...range,
      by,
      funnel: funnel.optional(),
      variant: segmentFilters.variant,
      dayOf,
      asOf,
      source: segmentFilters.source.describe(
        'Only campaigns of touches with this utm_source; requires `by=campaign`.',
      ),
    })
    .check(checkCreditRange),
  shape: modelsShape,
} satisfies ReportContract
