import { z } from 'zod'
import { definitions } from '#domain/reports/definitions.ts'
import { asOf, checkRange, funnel, range, segmentFilters } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, countOf, position, revenue, share, timezone } from '#domain/reports/shared-shapes.ts'

/** Days after the day of the start up to which orders and payments are counted. */
export const cohortAges = [0, 1, 2, 3, 5, 7, 14, 30] as const

const ripened = {
  orderedBy: countOf('orderedBy'),
  orderedByRate: share.describe(definitions.orderedByRate.description),
  paidBy: countOf('paidBy'),
  paidByRate: share.describe(definitions.paidByRate.description),
  keptBy: countOf('keptBy'),
  keptByRate: share.describe(definitions.keptByRate.description),
}

const ripenedCell = z.object({
  days: z.int().describe('Days after the day of the start, in Europe/Berlin; 0 is the same day.'),
  ...ripened,
})
export type Ripened = z.output<typeof ripenedCell>

const cohort = z.object({
  week: z.string().describe('Monday of the week.'),
  from: z
    .string()
    .describe('First counted day of the week; later than the Monday only if the range begins later.'),
  to: z
    .string()
    .describe('Last counted day of the week; earlier than the Sunday only if the range ends earlier.'),
  runs: countOf('runs'),
  ordered: countOf('ordered'),
  ...revenue,
  cells: z
    .array(ripenedCell.nullable())
    .length(cohortAges.length)
    .describe(
      `One cell for each of ${cohortAges.join(', ')} days after the start; null until these days are over for all counted days of the week.`,
    ),
})
export type Cohort = z.output<typeof cohort>

const shape = z.object({
  from: z.string(),
  to: z.string(),
  funnel: z.string().nullable(),
  today: z.string().describe('Day as of which the cells are complete or not.'),
  timezone,
  asOfPosition: position,
  rows: z.array(cohort).describe('All weeks with a day in the range, oldest first.'),
  totals: z
    .array(
      ripenedCell.extend({ weeks: count.describe('Number of weeks with this cell.'), runs: countOf('runs') }),
    )
    .describe('For each number of days, the sums of the weeks whose cell is complete.'),
})
export type CohortsReport = z.output<typeof shape>

/** Report on how the runs of each week ripen: how many had ordered and paid by some days after the start. */
export const cohortsContract = {
  path: 'cohorts',
  query: z.strictObject({ funnel: funnel.optional(), ...range, ...segmentFilters, asOf }).check(checkRange),
  shape,
} satisfies ReportContract
