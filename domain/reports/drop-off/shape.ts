import { z } from 'zod'
import { refusals } from '#domain/forms/define-field.ts'
import {
  asOf,
  checkRange,
  funnel,
  funnelVersion,
  orderWithin,
  range,
  segmentFilters,
} from '#domain/reports/parameters.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { pairDimensions, runDimensions } from '#domain/runs/dimensions.ts'
import { orderWindows } from '#domain/runs/order-windows.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { cents, count, position, revenue, share, timezone } from '#domain/reports/shared-shapes.ts'

// The drop-off report and its variants take the same parameters and count the same runs.

const query = z.strictObject({ funnel, ...range, ...segmentFilters, asOf, funnelVersion }).check(checkRange)
export type DropOffQuery = z.output<typeof query>

const about = {
  funnel: z.string(),
  funnelVersion: z.int().describe('Newest version of the funnel whose runs are counted.'),
  funnelVersions: z
    .array(
      z.object({
        version: z.int(),
        runs: count,
        counted: z.boolean().describe('False if the steps differ from those of `funnelVersion`.'),
      }),
    )
    .describe(
      'Versions of the funnel with runs on these days, newest first. Versions with the same steps are counted together, unless the request selects versions.',
    ),
  from: z.string(),
  to: z.string(),
  timezone,
  asOfPosition: position,
}

const dropOffShape = z.object({
  ...about,
  stages: z.tuple(
    [z.object({ stage: z.literal(0), name: z.literal('start'), runs: count })],
    z.object({
      stage: z.int().min(1),
      name: z.string(),
      runs: count.describe('Runs that reached this stage or a later one.'),
      lost: count.describe(definitions.lost.description),
      open: count.describe(definitions.open.description),
      lossRate: share.describe(definitions.lossRate.description),
      medianSeconds: z
        .number()
        .nullable()
        .describe('Median time on the step, accurate to 5 %; null if no time is known.'),
    }),
  ),
  completed: count,
  abandoned: count,
  open: count,
  conversionRate: share,
  orderWithin: z.enum(orderWindows).nullable(),
  orderedLate: count.describe(
    'Runs whose orders do not count because of `orderWithin`; they are lost at the last stage.',
  ),
  secondsToOrder: z
    .object({ lower: z.number(), median: z.number(), upper: z.number() })
    .nullable()
    .describe(
      'Quartiles of the time from the start to the order, of all orders, accurate to 5 %; null without orders.',
    ),
  invalid: z
    .array(z.object({ step: z.int().min(1), field: z.string(), rule: z.enum(refusals), runs: count }))
    .describe('Runs in which a rule rejected a field, ordered by step, then runs.'),
})
export type DropOffReport = z.output<typeof dropOffShape>

/** Report on the number of runs of a funnel that reached each stage. */
export const dropOffContract = {
  path: 'drop-off',
  query: z.strictObject({ ...query.shape, orderWithin }).check(checkRange),
  shape: dropOffShape,
} satisfies ReportContract

const outcome = {
  stages: z
    .array(count)
    .describe('Runs that reached each stage or a later one, from stage 0, as in the drop-off report.'),
  lost: z.array(count).describe('Runs lost at each stage, from stage 1, as in the drop-off report.'),
  completed: count,
  abandoned: count,
  open: count,
  recovered: count.describe(definitions.recovered.description),
  ...revenue,
  conversionRate: share,
}

const trendShape = z.object({ ...about, days: z.array(z.object({ day: z.string(), ...outcome })) })
export type TrendReport = z.output<typeof trendShape>

/** Report on the drop-off by day. */
export const trendContract = { path: 'drop-off/trend', query, shape: trendShape } satisfies ReportContract

function checkPair({
  value: { by, and },
  issues,
}: z.core.ParsePayload<{ by: string; and?: string | undefined }>) {
  if (by === and)
    issues.push({ code: 'custom', input: and, path: ['and'], message: 'must be another dimension than by' })
}

const breakdownShape = z.object({
  ...about,
  by: z.enum(runDimensions),
  and: z.enum(pairDimensions).nullable(),
  rows: z
    .array(
      z.object({
        key: z.string(),
        andKey: z.string().nullable().describe('Value of the dimension `and`; null without it.'),
        ...outcome,
      }),
    )
    .describe('Ordered by runs, then key. At most 2,000 keys; `(other)` sums the rest.'),
  totals: z.object(outcome).describe('Sums of the rows.'),
})
export type BreakdownReport = z.output<typeof breakdownShape>

/** Report on the drop-off broken down by the values of a dimension, such as the device. */
export const breakdownContract = {
  path: 'drop-off/breakdown',
  query: z
    .strictObject({
      ...query.shape,
      by: z.enum(runDimensions, `must be one of ${runDimensions.join(', ')}`),
      and: z
        .enum(pairDimensions, `must be one of ${pairDimensions.join(', ')}`)
        .optional()
        .describe('Second dimension, another one than `by`.'),
    })
    .check(checkRange)
    .check(checkPair),
  shape: breakdownShape,
} satisfies ReportContract

const estimate = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .describe('Estimate with its 95 % confidence interval.')
const excess = z.object({
  runs: estimate.describe('Runs lost because of the message, with the 95 % confidence interval.'),
  orders: estimate.describe(
    'Orders that these runs would have placed, at the rate of the runs that passed the step.',
  ),
  revenueCents: estimate.describe('Value of these orders in euro cents, at the mean price of the orders.'),
})
export type Excess = z.output<typeof excess>

const fieldsShape = z.object({
  ...about,
  rows: z
    .array(
      z.object({
        step: z.int().min(1),
        stepName: z.string(),
        field: z.string().describe('Field name; a part of an address is written as adresse.plz.'),
        label: z.string().describe('German label of the field.'),
        rule: z.enum(refusals),
        runs: count.describe('Runs in which the rule rejected the field at least once.'),
        share: share.describe('`runs` as a share of the runs that reached this step.'),
        gaveUp: count.describe('The number of these runs whose visitors left without passing this step.'),
        gaveUpRate: share,
        lostCents: cents.describe('Upper bound of the lost revenue: price times `gaveUp`.'),
        othersRate: share
          .nullable()
          .describe(
            'Share of the comparable runs (same step, days and devices, without this message) that were lost at this step; null with too few of them.',
          ),
        excess: excess
          .nullable()
          .describe(
            'What the message probably cost, compared with those runs; negative if fewer were lost with it. Null with fewer than 8 runs with the message or without it.',
          ),
        runsByDay: z.array(count).describe('`runs` on each of the last days of the range, at most 28.'),
      }),
    )
    .describe('Ordered by gaveUp, then runs, step, field and rule.'),
})
export type FieldsReport = z.output<typeof fieldsShape>

/** Report on the fields and rules at which visitors stop. */
export const fieldsContract = { path: 'drop-off/fields', query, shape: fieldsShape } satisfies ReportContract
