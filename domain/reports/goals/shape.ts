import { z } from 'zod'
import { goalMetrics } from '#domain/operations/goal-limits.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { asOf, checkRange, funnel, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { position, share, timezone } from '#domain/reports/shared-shapes.ts'
import { fewestOrders, fewestWeeks, forecastGaps } from './coming-orders.ts'

const amount = z.int().min(0)

const forecast = z
  .object({
    value: amount,
    low: amount.describe('Lower bound of the 95 % prediction interval.'),
    high: amount.describe('Upper bound of the 95 % prediction interval.'),
    chance: share.nullable().describe('Probability of reaching the goal; null without a goal.'),
    neededPerDay: amount
      .nullable()
      .describe(
        'What is missing for the goal per remaining day, including today; 0 if it is reached, null without a goal.',
      ),
    usualPerDay: z.number().min(0).describe('What usually comes on each of the remaining days.'),
  })
  .nullable()

const targetOf = (metric: 'orders' | 'netRevenueCents') => {
  const [goal, reached, expected] =
    metric === 'orders'
      ? [definitions.goalOrders, definitions.reachedOrders, definitions.expectedOrders]
      : [definitions.goalNetCents, definitions.reachedNetCents, definitions.expectedNetCents]
  return z.object({
    goal: amount.nullable().describe(`${goal.description} Null if none is set.`),
    reached: amount.describe(reached.description),
    forecast: forecast.describe(`${expected.description} Null for a month that is not the running one.`),
    forecastGap: z
      .enum(forecastGaps)
      .nullable()
      .describe(
        `Why the running month has no forecast: \`few-weeks\`, less than ${fewestWeeks} whole weeks since the first order, or \`few-orders\`, less than ${fewestOrders} orders in them or ripe orders.`,
      ),
  })
}

const monthRow = z.object({
  month: z.string().describe('Calendar month in Europe/Berlin, such as `2026-12`.'),
  state: z.enum(['past', 'running', 'future']),
  funnel: z.string().nullable().describe('Null for all funnels together.'),
  orders: targetOf('orders'),
  netRevenueCents: targetOf('netRevenueCents'),
})
export type GoalRow = z.output<typeof monthRow>
export type GoalTarget = GoalRow['orders']

const shape = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string().describe('Day as of which a month is over or not.'),
  daysLeft: z.int().describe('Days of the running month from today on, including today.'),
  timezone,
  asOfPosition: position,
  rows: z
    .array(monthRow)
    .describe(
      'Every month with a day in the range, as a whole, newest first: all funnels together, then each of them. With `funnel`, only that one.',
    ),
  planned: z
    .array(
      z.object({
        month: z.string(),
        funnel: z.string().nullable(),
        metric: z.enum(goalMetrics),
        value: z.int().describe('Number of orders or euro cents.'),
      }),
    )
    .describe('Goals of the 24 months after the running one.'),
})
export type GoalsReport = z.output<typeof shape>

/** Report on the goals of months, what has been reached, and what is expected at the end of the running one. */
export const goalsContract = {
  path: 'goals',
  query: z.strictObject({ funnel: funnel.optional(), ...range, asOf }).check(checkRange),
  shape,
} satisfies ReportContract
