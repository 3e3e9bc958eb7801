import { creditUnit } from '#domain/attribution/credit-touches.ts'
import { type Goal, type GoalSet, currentGoals } from '#domain/operations/decide-goals.ts'
import type { GoalMetric } from '#domain/operations/goal-limits.ts'
import { partsOfDailyKey } from '#domain/reports/daily-keys.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import type { DailyFacts } from '#domain/reports/overview/placed-orders.ts'
import type { ForecastGap } from './coming-orders.ts'
import { type Forecast, type Forecasts, forecastMonth } from './forecast.ts'
import { daysOfMonth, monthOf, monthsOf } from './months.ts'
import type { TimedOrders } from './ripening.ts'
import type { GoalRow, GoalTarget, GoalsReport } from './shape.ts'

interface About extends Pick<GoalsReport, 'from' | 'to' | 'today' | 'asOfPosition'> {
  /** Time as of which the report is read, in ms since the epoch. */
  at: number
  /** Funnels of the rows; null for all funnels together. */
  funnels: readonly (string | null)[]
}

export interface GoalsData {
  goals: readonly GoalSet[]
  /** Orders of the months by the day on which they were placed, as facts of the kind `order`. */
  facts: DailyFacts
  /** Orders from which the running month is forecast; empty if it is not in the range. */
  times: readonly (TimedOrders & { funnel: string })[]
}

type Reached = Record<GoalMetric, number>

/** Returns the report. Months are compared with `about.today`. */
export function goalsReport(about: About, { goals, facts, times }: GoalsData): GoalsReport {
  const { at, funnels, from, to, today, asOfPosition } = about
  const known = currentGoals(goals)
  const running = monthOf(today)
  const lastDay = daysOfMonth(running).to
  const daysLeft = daysOf({ from: today, to: lastDay }).length
  const reached = reachedBy(facts)
  const rowOf = (month: string, funnel: string | null): GoalRow => {
    const sums = reached.get(`${month} ${funnel ?? ''}`) ?? { orders: 0, netRevenueCents: 0 }
    const forecasts =
      month === running
        ? forecastMonth(
            { at, today, lastDay },
            times.filter((one) => funnel === null || one.funnel === funnel),
          )
        : undefined
    const target = (metric: GoalMetric) => {
      const goal = known.find((one) => isGoal(one, { month, funnel, metric }))?.value ?? null
      return targetOf({ goal, reached: sums[metric], daysLeft }, forecasts?.[metric])
    }
    return {
      month,
      state: month === running ? 'running' : month < running ? 'past' : 'future',
      funnel,
      orders: target('orders'),
      netRevenueCents: target('netRevenueCents'),
    }
  }
  return {
    from,
    to,
    today,
    daysLeft,
    timezone: 'Europe/Berlin',
    asOfPosition,
    rows: monthsOf({ from, to }).flatMap((month) => funnels.map((funnel) => rowOf(month, funnel))),
    planned: known
      .filter((goal) => goal.month > running && funnels.includes(goal.funnel))
      .toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0)),
  }
}

function isGoal(goal: Goal, { month, funnel, metric }: Omit<Goal, 'value'>): boolean {
  return goal.month === month && goal.funnel === funnel && goal.metric === metric
}

/** Returns what was reached by month and funnel, and by month for all funnels. */
function reachedBy(facts: DailyFacts): ReadonlyMap<string, Reached> {
  const sums = new Map<string, Reached>()
  for (const { key, orders, netRevenueCents } of facts) {
    const { funnel, day, key: fact } = partsOfDailyKey(key)
    if (fact !== 'completed') continue
    for (const name of [`${monthOf(day)} ${funnel}`, `${monthOf(day)} `]) {
      const sum = sums.get(name) ?? { orders: 0, netRevenueCents: 0 }
      sum.orders += orders / creditUnit
      sum.netRevenueCents += netRevenueCents
      sums.set(name, sum)
    }
  }
  return sums
}

function targetOf(
  { goal, reached, daysLeft }: { goal: number | null; reached: number; daysLeft: number },
  forecast: Forecasts[keyof Forecasts] | undefined,
): GoalTarget {
  if (forecast === undefined) return { goal, reached, forecast: null, forecastGap: null }
  if (isGap(forecast)) return { goal, reached, forecast: null, forecastGap: forecast }
  const { chanceOf, ...amounts } = forecast
  return {
    goal,
    reached,
    forecast: {
      ...amounts,
      chance: goal === null ? null : chanceOf(goal),
      neededPerDay: goal === null ? null : Math.max(0, Math.ceil((goal - reached) / daysLeft)),
    },
    forecastGap: null,
  }
}

const isGap = (forecast: Forecast | ForecastGap): forecast is ForecastGap => typeof forecast === 'string'
