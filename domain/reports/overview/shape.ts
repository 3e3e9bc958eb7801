import { z } from 'zod'
import { asOf, checkRange, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { cents, count, position, share, timezone } from '#domain/reports/shared-shapes.ts'

const figures = {
  runs: count.describe('Runs that started on these days.'),
  orders: count.describe('Orders of these runs.'),
  revenueCents: cents.describe('Total price of these orders, including orders withdrawn later.'),
  conversionRate: share,
}

const daily = z.object({ day: z.string(), runs: count, orders: count, revenueCents: cents })

const compared = {
  ...figures,
  before: z.object(figures).describe('The same figures for the previous period.'),
  days: z.array(daily).describe('All days of the range, including days without runs.'),
  daysBefore: z.array(daily).describe('All days of the previous period, which has the same length.'),
}

const shape = z.object({
  from: z.string(),
  to: z.string(),
  before: z.object({ from: z.string(), to: z.string() }).describe('The previous period.'),
  timezone,
  asOfPosition: position,
  funnels: z.array(z.object({ funnel: z.string(), ...compared })).describe('All funnels, in display order.'),
  totals: z.object(compared),
})
export type OverviewReport = z.output<typeof shape>

/** Report on the figures of all funnels in a range of days, compared with the previous period of the same length. */
export const overviewContract = {
  path: 'overview',
  query: z.strictObject({ ...range, asOf }).check(checkRange),
  shape,
} satisfies ReportContract
