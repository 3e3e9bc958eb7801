import { z } from 'zod'
import { refusals } from '../funnels/define-funnel.ts'
import { cents, checkRange, count, dropOffQuerySchema, position, share } from './report-shapes.ts'

// What stands beside the drop-off report. All take its parameters and are about the same runs.

const about = {
  funnel: z.string(),
  funnelVersion: z.int(),
  from: z.string(),
  to: z.string(),
  timezone: z.literal('Europe/Berlin'),
  asOfPosition: position,
}

const outcome = {
  stages: z
    .array(count)
    .describe('Runs that reached stage 0 to 4 or a later one, as in the drop-off report.'),
  completed: count,
  abandoned: count,
  open: count,
  recovered: count.describe('Abandoned at some time, and ordered all the same; part of completed.'),
  revenueCents: cents,
  conversionRate: share,
}

/** `GET /api/reports/drop-off/trend`: the report of every day of the range. */
export const trendSchema = z.object({ ...about, days: z.array(z.object({ day: z.string(), ...outcome })) })
export type TrendReport = z.output<typeof trendSchema>

export const breakdownDimensions = ['device', 'source', 'medium', 'campaign', 'reason'] as const
export type BreakdownDimension = (typeof breakdownDimensions)[number]

/**
 * `GET /api/reports/drop-off/breakdown`: the report of every value of a dimension; rows sum to the totals.
 */
export const breakdownQuerySchema = z
  .strictObject({
    ...dropOffQuerySchema.shape,
    by: z.enum(breakdownDimensions, `must be one of ${breakdownDimensions.join(', ')}`),
  })
  .check(checkRange)

export const breakdownSchema = z.object({
  ...about,
  by: z.enum(breakdownDimensions),
  rows: z.array(z.object({ key: z.string(), ...outcome })).describe('By runs, then key.'),
  totals: z.object(outcome),
})
export type BreakdownReport = z.output<typeof breakdownSchema>

/** `GET /api/reports/drop-off/fields`: which field and rule stops whom. */
export const fieldsSchema = z.object({
  ...about,
  rows: z
    .array(
      z.object({
        step: z.int().min(1),
        stepName: z.string(),
        field: z.string().describe('As on the wire, a part of an address as adresse.plz.'),
        label: z.string().describe('German label of the field.'),
        rule: z.enum(refusals),
        runs: count.describe('Runs that it refused at least once.'),
        share: share.describe('Of the runs that reached this step.'),
        gaveUp: count.describe('Of them, those that never got past this step.'),
        gaveUpRate: share,
        lostCents: cents.describe('The price for each that gave up: what was lost with them at most.'),
      }),
    )
    .describe('By gaveUp, then runs, then step, field and rule.'),
})
export type FieldsReport = z.output<typeof fieldsSchema>
