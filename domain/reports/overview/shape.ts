import { z } from 'zod'
import { countedDay, dayOf } from '#domain/reports/day-of.ts'
import { asOf, checkPer, checkRange, per, range } from '#domain/reports/parameters.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { comparedPeriods } from '#domain/reports/day-range.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, countOf, dayHour, position, sales, shareOf, timezone } from '#domain/reports/shared-shapes.ts'

const daySales = {
  runs: countOf('runs'),
  ...sales,
  completed: count.describe(
    `${definitions.completed.description} Only runs that started on these days, whatever \`dayOf\` is; differs from \`orders\` only with \`dayOf=order\`.`,
  ),
}
const figures = { ...daySales, conversionRate: shareOf('conversionOfStarted') }

const daily = z.object({ day: z.string(), ...daySales })
const hourly = z.object({
  ...dayHour,
  ...daySales,
  sameDay: z
    .object(sales)
    .describe(
      'Orders that were placed in this hour, of runs that started on the same day. With them, the hours of a day that is not over can be compared with those of another day.',
    ),
})

const compared = {
  ...figures,
  before: z.object(figures).describe('The same figures for the compared period.'),
  days: z.array(daily).describe('All days of the range, including days without runs.'),
  daysBefore: z.array(daily).describe('All days of the compared period, which has the same length.'),
  hours: z.array(hourly).optional().describe('All hours of the range; only with `per=hour`.'),
  hoursBefore: z.array(hourly).optional().describe('All hours of the compared period; only with `per=hour`.'),
}

const compare = z
  .enum(comparedPeriods, `must be one of ${comparedPeriods.join(', ')}`)
  .optional()
  .describe(
    'Period to compare with: `before`, the days directly before (default); `weekdays`, the latest days before with the same weekdays; `month`, the same dates of the month before, or the days directly before if these would overlap; `year`, the same dates a year earlier.',
  )

const shape = z.object({
  from: z.string(),
  to: z.string(),
  dayOf: countedDay,
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
  query: z
    .strictObject({ ...range, compare, per, dayOf, asOf })
    .check(checkRange)
    .check(checkPer),
  shape,
} satisfies ReportContract
