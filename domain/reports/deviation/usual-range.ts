import type { DayCount } from './unusual-days.ts'

/** Quantile of the standard normal distribution for 95 %. */
const quantile = 1.959964

/**
 * Returns the range of rates in which 95 % of the days are expected if all have the same rate: the rate of all days
 * together, plus and minus the normal interval of a day of average size. Returns undefined if there is none.
 */
export function usualRange(
  days: readonly Omit<DayCount, 'day'>[],
): { low: number; high: number } | undefined {
  const counted = days.filter(({ all }) => all > 0)
  const all = counted.reduce((sum, day) => sum + day.all, 0)
  if (counted.length < 2) return undefined
  const rate = counted.reduce((sum, { lost }) => sum + lost, 0) / all
  const half = quantile * Math.sqrt((rate * (1 - rate)) / (all / counted.length))
  return { low: Math.max(0, rate - half), high: Math.min(1, rate + half) }
}
