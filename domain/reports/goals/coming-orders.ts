import { type DayRange, daysOf, mondayOf, shiftDay } from '#domain/reports/day-range.ts'
import { weekdayOf } from '#domain/runs/dimensions.ts'
import type { Moments } from './prediction.ts'

/** Number of whole weeks, from Monday to Sunday, whose weekdays say what is expected. */
export const usualWeeks = 8

/** Fewer whole weeks or orders than these are too few for a forecast. */
export const fewestWeeks = 4
export const fewestOrders = 20

/** Why there is no forecast. */
export const forecastGaps = ['few-weeks', 'few-orders'] as const
export type ForecastGap = (typeof forecastGaps)[number]

export interface Usual {
  /** The whole weeks. All of them have begun after the first order. */
  weeks: number
  range: DayRange
  /** Mean orders of each weekday. */
  byWeekday: ReadonlyMap<string, number>
  /** How many times the variance of a day's orders within a week is that of a Poisson distribution; at least 1. */
  dispersion: number
  /**
   * Squared coefficient of variation of the level of whole weeks: the days of a good week are good together. It is an
   * upper estimate, because it follows from a few weeks only.
   */
  levelVariance: number
}

/**
 * Returns the usual orders of weekdays from the last whole weeks before the one of `today`. `orders` returns those of a day. Weeks
 * before the first order of the eight weeks do not count: the site or the funnel did not exist.
 */
export function usualOrders(today: string, orders: (day: string) => number): Usual | ForecastGap {
  const sunday = shiftDay(mondayOf(today), -1)
  const rangeOf = (weeks: number) => ({ from: shiftDay(sunday, 1 - 7 * weeks), to: sunday })
  const first = daysOf(rangeOf(usualWeeks)).findIndex((day) => orders(day) > 0)
  const weeks = first === -1 ? 0 : Math.floor((7 * usualWeeks - first) / 7)
  if (weeks < fewestWeeks) return 'few-weeks'
  const range = rangeOf(weeks)
  const days = daysOf(range).map((day) => ({ day, orders: orders(day) }))
  if (sum(days.map((one) => one.orders)) < fewestOrders) return 'few-orders'
  const byWeekday = new Map(
    [...Map.groupBy(days, ({ day }) => weekdayOf(day))].map(([weekday, own]) => [
      weekday,
      sum(own.map((one) => one.orders)) / weeks,
    ]),
  )
  const ofWeeks = Array.from({ length: weeks }, (_, week) =>
    sum(days.slice(7 * week, 7 * week + 7).map((one) => one.orders)),
  )
  const weekly = sum(ofWeeks) / weeks
  const squares = days.flatMap((one, index) => {
    const expected = (byWeekday.get(weekdayOf(one.day))! * ofWeeks[Math.floor(index / 7)]!) / weekly
    return expected === 0 ? [] : [(one.orders - expected) ** 2 / expected]
  })
  const [activeDays, activeWeeks] = [[...byWeekday.values()], ofWeeks].map(
    (means) => means.filter((one) => one > 0).length,
  )
  const dispersion = Math.max(1, sum(squares) / Math.max(1, (activeDays! - 1) * (activeWeeks! - 1)))
  const ofLevels = sum(ofWeeks.map((one) => (one - weekly) ** 2)) / (weeks - 1)
  const levelVariance = Math.max(0, fewWeeksFactor(weeks) * ofLevels - dispersion * weekly) / weekly ** 2
  return { weeks, range, byWeekday, dispersion, levelVariance }
}

/** Quantiles of Student's t distribution for 95 % intervals with 3 to 7 degrees of freedom. */
const quantiles = [3.182, 2.776, 2.571, 2.447, 2.365]
const normalQuantile = 1.96

/** Returns by how much the variance of a few weeks must be enlarged, so that normal quantiles give the intervals of t. */
function fewWeeksFactor(weeks: number): number {
  return (quantiles[weeks - fewestWeeks]! / normalQuantile) ** 2
}

/**
 * Returns the moments of the orders that are still to come on some days. `share` is the share of the first day that is
 * still to come. The variance includes that of the means, which are known from a few weeks only.
 */
export function comingOrders(usual: Usual, days: readonly string[], share: number): Moments {
  const { weeks, byWeekday, dispersion, levelVariance } = usual
  const [parts, ofWeeks] = [new Map<string, number>(), new Map<string, number>()]
  for (const [index, day] of days.entries()) {
    const [weekday, part] = [weekdayOf(day), index === 0 ? share : 1]
    add(parts, weekday, part)
    add(ofWeeks, mondayOf(day), part * (byWeekday.get(weekday) ?? 0))
  }
  const mean = sum([...ofWeeks.values()])
  const ofMeans = sum(
    [...parts].map(([weekday, part]) => (part ** 2 * (byWeekday.get(weekday) ?? 0)) / weeks),
  )
  const levels = sum([...ofWeeks.values()].map((expected) => expected ** 2)) + mean ** 2 / weeks
  return { mean, variance: dispersion * (mean + ofMeans) + levelVariance * levels }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

function add(to: Map<string, number>, key: string, part: number): void {
  to.set(key, (to.get(key) ?? 0) + part)
}
