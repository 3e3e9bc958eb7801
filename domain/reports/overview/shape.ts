import { z } from 'zod'
import { asOf, checkRange, range } from '#domain/reports/parameters.ts'
import { definitions } from '#domain/reports/definitions.ts'
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
