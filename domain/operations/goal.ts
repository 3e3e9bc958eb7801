import { z } from 'zod'
import { funnels } from '#domain/funnels/index.ts'
import { type GoalMetric, goalMetrics, maxGoal, maxGoals } from './goal-limits.ts'

const types = funnels.map(({ type }) => type)

/** Month of a goal, as people and scripts send it. */
const goalMonth = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month from 2000-01 to 2099-12 in the form YYYY-MM')
  .describe('Calendar month in Europe/Berlin, such as `2026-12`.')

/** A goal by one metric, as people and scripts send it. */
const goalBy = <Metric extends GoalMetric>(metric: Metric) =>
  z.strictObject({
    month: goalMonth,
    funnel: z
      .enum(types, `must be one of ${types.join(', ')}`)
      .nullish()
      .describe(
        'Absent or null for all funnels together, whose goal is independent of those of the funnels.',
      ),
    metric: z
      .literal(metric)
      .describe(
        'What is to be reached by the orders that are placed in the month: `orders`, all of them, or `netRevenueCents`, the price of those that are paid and neither withdrawn, failed nor refunded, including VAT.',
      ),
    value: z
      .int()
      .min(0, 'must not be negative')
      .max(maxGoal[metric], `must be at most ${maxGoal[metric]} with ${metric}`)
      .nullable()
      .describe(
        'Number of orders, or euro cents. It replaces the known goal of this month, funnel and metric; 0 and null remove it.',
      ),
  })

const newGoal = z.discriminatedUnion('metric', [goalBy('orders'), goalBy('netRevenueCents')], {
  // What is no object has no metric, and gets the usual message.
  error: ({ code }) => (code === 'invalid_union' ? `must be one of ${goalMetrics.join(', ')}` : undefined),
})

/** Goals as people and scripts send them. */
export const newGoalsSchema = z
  .strictObject({
    goals: z
      .array(newGoal)
      .min(1, 'must have at least one goal')
      .max(maxGoals, `must have at most ${maxGoals} goals`),
  })
  .check(({ value: { goals }, issues }) => {
    const names = goals.map(({ month, funnel, metric }) => JSON.stringify([month, funnel ?? null, metric]))
    const repeated = names.findIndex((name, index) => names.indexOf(name) < index)
    if (repeated !== -1)
      issues.push({
        code: 'custom',
        input: goals[repeated],
        path: ['goals', repeated],
        message: 'must not have the month, funnel and metric of another goal of the request',
      })
  })

/** Who set a goal: a person on a page, or a script with the token. */
const goalSenders = ['person', 'script'] as const
export type GoalSender = (typeof goalSenders)[number]

/** Data of the event `goal_set`. The day is the first of the month. `value` is null if the goal was removed. */
export const goalSetSchema = z.object({
  funnel: z.string().nullable(),
  metric: z.enum(goalMetrics),
  value: z.number().int().nullable(),
  sender: z.enum(goalSenders),
})

/** What a request with goals changed. */
export const goalChangesSchema = z.object({
  set: z.int().describe('Goals that are new or have another value than before.'),
  removed: z.int(),
  unchanged: z.int().describe('Goals that were known already.'),
  position: z.int().nullable().describe('Position of the last event that was stored; null if none was.'),
})
