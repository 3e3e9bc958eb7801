import { berlinDate, startOfDay } from '#domain/time/berlin-time.ts'

/** A retention period: ms since the event, or whole years since the end of the Berlin year of the event. */
export type RetentionPeriod = number | { years: number }

/** Returns the first instant after the retention period of data with the start date `at`. */
export function endOfPeriod(at: number, period: RetentionPeriod): number {
  if (typeof period === 'number') return at + period
  return startOfDay(`${berlinDate(at).year + period.years + 1}-01-01`)
}

export function isOver(at: number, period: RetentionPeriod, now: number): boolean {
  return endOfPeriod(at, period) <= now
}
