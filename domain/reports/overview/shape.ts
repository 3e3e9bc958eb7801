import { z } from 'zod'
import { asOf, checkRange, range } from '#domain/reports/parameters.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { comparedPeriods } from '#domain/reports/day-range.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, position, revenue, share, timezone } from '#domain/reports/shared-shapes.ts'

const figures = {
  runs: count.describe(definitions.runs.description),
  orders: count.describe(definitions.orders.description),
  ...revenue,
  conversionRate: share.describe(definitions.conversionRate.description),
}

const daily = z.object({ day: z.string(), runs: count, orders: count, ...revenue })

const compared = {
  ...figures,
  before: z.object(figures).describe('The same figures for the compared period.'),
  days: z.array(daily).describe('All days of the range, including days without runs.'),
  daysBefore: z.array(daily).describe('All days of the compared period, which has the same length.'),
}

const compare = z
  .enum(comparedPeriods, `must be one of ${comparedPeriods.join(', ')}`)
  .optional()
  .describe(
    'Period to compare with: `before`, the days directly before (default); `weekdays`, the latest days before with the same weekdays; `year`, the same dates a year earlier.',
  )

const shape = z.object({
  from: z.string(),
  to: z.string(),
  before: z.object({ from: z.string(), to: z.string() }).describe('The compared period.'),
  timezone,
  asOfPosition: position,
  funnels: z.array(z.object({ funnel: z.string(), ...compared })).describe('All funnels, in display order.'),
  totals: z.object(compared),
})
export type OverviewReport = z.output<typeof shape>

/** Report on the figures of all funnels in a range of days, compared with another period of the same length. */
export const overviewContract = {
  path: 'overview',
  query: z.strictObject({ ...range, compare, asOf }).check(checkRange),
  shape,
} satisfies ReportContract
