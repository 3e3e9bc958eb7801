import { z } from 'zod'
import { refusals } from '#domain/forms/define-field.ts'
import {
  asOf,
  checkPer,
  checkRange,
  funnel,
  funnelVersion,
  orderWithin,
  per,
  range,
  segmentFilters,
} from '#domain/reports/parameters.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { pairDimensions, runDimensions } from '#domain/runs/dimensions.ts'
import { orderWindows } from '#domain/runs/order-windows.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import {
  cents,
  count,
  countOf,
  dayHour,
  estimate,
  position,
  revenue,
  share,
  shareOf,
  timezone,
} from '#domain/reports/shared-shapes.ts'

// The drop-off report and its variants take the same parameters and count the same runs.

export const query = z
  .strictObject({ funnel, ...range, ...segmentFilters, asOf, funnelVersion })
  .check(checkRange)
export type DropOffQuery = z.output<typeof query>

export const about = {
  funnel: z.string(),
  funnelVersion: z.int().describe('Newest version of the funnel whose runs are counted.'),
  funnelVersions: z
    .array(
      z.object({
        version: z.int(),
        runs: countOf('runs'),
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
    [z.object({ stage: z.literal(0), name: z.literal('start'), runs: countOf('runs') })],
    z.object({
      stage: z.int().min(1),
      name: z.string(),
      runs: countOf('stage'),
      lost: countOf('lost'),
      open: countOf('open'),
      lossRate: shareOf('lossRate'),
      medianSeconds: z.number().nullable().describe(definitions.medianSeconds.description),
    }),
  ),
  completed: countOf('completed'),
  abandoned: countOf('abandoned'),
  open: countOf('open'),
  conversionRate: shareOf('conversionRate'),
  orderWithin: z.enum(orderWindows).nullable(),
  orderedLate: count.describe(
    'Runs whose orders do not count because of `orderWithin`; they are lost at the last stage.',
  ),
  secondsToOrder: z
    .object({ lower: z.number(), median: z.number(), upper: z.number() })
    .nullable()
    .describe(definitions.secondsToOrder.description),
  invalid: z
    .array(
      z.object({
        step: z.int().min(1),
        field: z.string(),
        rule: z.enum(refusals),
        runs: countOf('affected'),
      }),
    )
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
  lost: z.array(count).describe(`${definitions.lost.description} At each stage, from stage 1.`),
  completed: countOf('completed'),
  abandoned: countOf('abandoned'),
  open: countOf('open'),
  recovered: countOf('recovered'),
  ...revenue,
  conversionRate: shareOf('conversionRate'),
}

const trendShape = z.object({
  ...about,
  days: z.array(z.object({ day: z.string(), ...outcome })),
  hours: z
    .array(z.object({ ...dayHour, ...outcome }))
    .optional()
    .describe('All hours of the range; only with `per=hour`.'),
})
export type TrendReport = z.output<typeof trendShape>

/** Report on the drop-off by day, and by hour for short ranges. */
export const trendContract = {
  path: 'drop-off/trend',
  query: z
    .strictObject({ ...query.shape, per })
    .check(checkRange)
    .check(checkPer),
  shape: trendShape,
} satisfies ReportContract

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

const excess = z.object({
  runs: estimate.describe(definitions.excessRuns.description),
  orders: estimate.describe(definitions.excessOrders.description),
  revenueCents: estimate.describe(definitions.excessCents.description),
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
        runs: countOf('affected'),
        share: shareOf('share'),
        gaveUp: countOf('gaveUp'),
        gaveUpRate: shareOf('gaveUpRate'),
        lostCents: cents.describe(definitions.lostCents.description),
        othersRate: share.nullable().describe(definitions.othersRate.description),
        excess: excess
          .nullable()
          .describe(
            'What the message probably cost, compared with those runs; negative if fewer were lost with it. Null with fewer than 8 runs with the message or without it.',
          ),
        runsByDay: z.array(count).describe(definitions.runsByDay.description),
      }),
    )
    .describe('Ordered by gaveUp, then runs, step, field and rule.'),
})
export type FieldsReport = z.output<typeof fieldsShape>

/** Report on the fields and rules at which visitors stop. */
export const fieldsContract = { path: 'drop-off/fields', query, shape: fieldsShape } satisfies ReportContract
