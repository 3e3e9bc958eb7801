import { monthOf, shiftMonth } from '#domain/reports/goals/months.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { dayMs } from '#domain/time/durations.ts'
import type { Planned } from './operations.ts'

interface Period {
  /** ms since the epoch */
  from: number
  until: number
  visits: number
}

/** Orders per visit that a goal asks for, a little more than the demo's visitors place. */
const ordersPerVisit = 0.38

/** Mean net revenue of an order in cents. */
const netPerOrder = 4200

/** Plans the goals of all months of the demo, which a person sets at its begin. */
export function planGoals({ from, until, visits }: Period): Planned[] {
  const [first, last] = [monthOf(berlinDay(from)), monthOf(berlinDay(until))]
  const orders = 10 * Math.max(1, Math.round((visits * ordersPerVisit * 3 * dayMs) / (until - from)))
  const months: string[] = []
  for (let month = first; month <= shiftMonth(last, 1); month = shiftMonth(month, 1)) months.push(month)
  const goals = { orders, netRevenueCents: Math.round((orders * netPerOrder) / 50_000) * 50_000 }
  return months.flatMap((month) =>
    (['orders', 'netRevenueCents'] as const).map((metric): Planned => ({
      at: from,
      event: {
        type: 'goal_set',
        once: `goal_set:${month}::${metric}:0`,
        day: `${month}-01`,
        data: { funnel: null, metric, value: goals[metric], sender: 'person' },
      },
    })),
  )
}
