import { z } from 'zod'
import {
  type AttributionModel,
  attributionModels,
  touchDimensions,
} from '#domain/attribution/credit-touches.ts'
import { countedDay, dayOf } from '#domain/reports/day-of.ts'
import { asOf, checkRange, funnel, range, segmentFilters } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, position, revenue, share, timezone } from '#domain/reports/shared-shapes.ts'

const by = z.enum(touchDimensions, `must be one of ${touchDimensions.join(', ')}`)

const credits = z.object({
  runs: z.number().min(0).describe('Credited runs; the fractions of the rows add up exactly.'),
  orders: z.number().min(0),
  ...revenue,
  conversionRate: share.describe(
    'Credited orders of the runs that started on these days, whatever `dayOf` is, per credited run; at most 1.',
  ),
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
      dayOf,
      asOf,
    })
    .check(checkRange),
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
  runs: count,
  severalContacts: z
    .object({ orders: count, ofOrders: count, share })
    .nullable()
    .describe(
      'Orders that are credited to more than one contact, and their share of all orders (`ofOrders`). The models differ only for these. Null without orders.',
    ),
  withoutConsent: z
    .object({ runs: count, share })
    .nullable()
    .describe(
      'Share of runs without marketing consent, for which at most the touch of the entry page is known. Null without runs.',
    ),
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
      dayOf,
      asOf,
      source: segmentFilters.source.describe(
        'Only campaigns of touches with this utm_source; requires `by=campaign`.',
      ),
    })
    .check(checkRange),
  shape: modelsShape,
} satisfies ReportContract
