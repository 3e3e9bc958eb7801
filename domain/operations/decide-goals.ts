import type { GoalMetric } from './goal-limits.ts'
import type { GoalSender } from './goal.ts'
import type { NewOperationalEvent, OperationalEventOf } from './operational-event.ts'

export type GoalSet = OperationalEventOf<'goal_set'>

/** A goal of a funnel, or of all together, for the orders that are placed in a month. */
export interface Goal {
  month: string
  /** Null for all funnels together. */
  funnel: string | null
  metric: GoalMetric
  /** Number of orders or euro cents; null if the goal is removed. */
  value: number | null
}

interface GoalChanges {
  events: NewOperationalEvent[]
  set: number
  removed: number
  unchanged: number
}

/** Returns the last goal of each month, funnel and metric, without the removed ones. `events` are in log order. */
export function currentGoals(events: readonly GoalSet[]): (Goal & { value: number })[] {
  return [...lastOf(events).values()].flatMap(({ day, data: { funnel, metric, value } }) =>
    value === null ? [] : [{ month: day.slice(0, 7), funnel, metric, value }],
  )
}

/**
 * Returns the events that set or remove goals, of which no two have the same month, funnel and metric. Goals that are
 * known already need no event. `events` are all events of the months of `goals`, in log order.
 */
export function decideGoals(
  goals: readonly Goal[],
  events: readonly GoalSet[],
  sender: GoalSender,
): GoalChanges {
  const last = lastOf(events)
  const wanted = goals.map((goal) => ({ ...goal, value: goal.value === 0 ? null : goal.value }))
  const changed = wanted.filter((goal) => goal.value !== (last.get(nameOf(goal))?.data.value ?? null))
  const removed = changed.filter(({ value }) => value === null).length
  return {
    events: changed.map(({ month, ...goal }) => ({
      type: 'goal_set' as const,
      // Of two requests at the same time only one can follow the last known event. The other one is decided again.
      once: `goal_set:${nameOf({ month, ...goal })}:${last.get(nameOf({ month, ...goal }))?.position ?? 0}`,
      day: `${month}-01`,
      data: { ...goal, sender },
    })),
    set: changed.length - removed,
    removed,
    unchanged: goals.length - changed.length,
  }
}

function lastOf(events: readonly GoalSet[]): Map<string, GoalSet> {
  return new Map(events.map((event) => [nameOf({ month: event.day.slice(0, 7), ...event.data }), event]))
}

/** Returns the name under which goals replace earlier ones. */
function nameOf({ month, funnel, metric }: Omit<Goal, 'value'>): string {
  return `${month}:${funnel ?? ''}:${metric}`
}
