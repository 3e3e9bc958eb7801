import { z } from 'zod'
import { asOf, cents, checkRange, count, day, funnel, position, share } from './report-shapes.ts'

/**
 * `GET /api/reports/overview`: all funnels of a range of days, each against the same number of days before it.
 */
export const overviewQuerySchema = z.strictObject({ from: day, to: day, asOf }).check(checkRange)

const figures = {
  runs: count.describe('Runs that started on these days.'),
  orders: count.describe('Orders that came of them.'),
  revenueCents: cents.describe('Prices of those orders; withdrawn ones stay in.'),
  conversionRate: share,
}

const daily = z.object({ day: z.string(), runs: count, orders: count, revenueCents: cents })

const compared = {
  ...figures,
  before: z.object(figures).describe('The same of the period before.'),
  days: z.array(daily).describe('Every day of the range, also those without runs.'),
  daysBefore: z.array(daily).describe('Every day of the period before, as many.'),
}

export const overviewSchema = z.object({
  from: z.string(),
  to: z.string(),
  before: z.object({ from: z.string(), to: z.string() }),
  timezone: z.literal('Europe/Berlin'),
  asOfPosition: position,
  funnels: z
    .array(z.object({ funnel: z.string(), ...compared }))
    .describe('Every funnel, in the order of the site.'),
  totals: z.object(compared),
})
export type OverviewReport = z.output<typeof overviewSchema>

/** `GET /api/reports/live`, without parameters: the last 30 minutes by the service's clock. */
export const liveSchema = z.object({
  now: z.iso.datetime(),
  asOfPosition: position,
  activeRuns: count.describe('Runs without an order that gave a sign of life in the last 5 minutes.'),
  minutes: z
    .array(z.object({ minute: z.iso.datetime(), runs: count, orders: count }))
    .describe('30 minutes, oldest first: runs started in each, and orders placed in each.'),
  funnels: z.array(z.object({ funnel, runs: count, orders: count })),
})
export type LiveReport = z.output<typeof liveSchema>
