import { berlinDate, startOfDay } from '#domain/time/berlin-time.ts'

/**
 * Length of a retention period: a number of ms, or a number of whole years. Years are counted from the end of the
 * calendar year, in Berlin time, in which the period starts.
 */
export type RetentionPeriod = number | { years: number }

/** Returns the instant at which a retention period that starts at `at` is over. Both are in ms since the epoch. */
export function endOfPeriod(at: number, period: RetentionPeriod): number {
  if (typeof period === 'number') return at + period
  return startOfDay(`${berlinDate(at).year + period.years + 1}-01-01`)
}

/** Returns the last instant of which `isOver` is true at `now`. */
export function lastOver(period: RetentionPeriod, now: number): number {
  if (typeof period === 'number') return now - period
  return startOfDay(`${berlinDate(now).year - period.years}-01-01`) - 1
}

export function isOver(at: number, period: RetentionPeriod, now: number): boolean {
  return endOfPeriod(at, period) <= now
}
