import { dayMs } from '#domain/time/durations.ts'

/** First and last day of a range as `YYYY-MM-DD`. Both are part of the range. */
export interface DayRange {
  from: string
  to: string
}

export function daysOf(range: DayRange): string[] {
  return Array.from({ length: lengthOf(range) }, (_, index) => shift(range.from, index))
}

export function dayAfter(day: string): string {
  return shift(day, 1)
}

/** Returns the range of the same length that ends on the day before `range` begins. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: shift(range.from, -lengthOf(range)), to: shift(range.from, -1) }
}

// Days are parsed as UTC, in which every day has 24 hours.
function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/**
 * Returns the day that is `days` days after `day`. The text is cut at the `T` instead of at a fixed length, because
 * `toISOString` writes years before 0 with a sign and more digits.
 */
function shift(day: string, days: number): string {
  const text = new Date(Date.parse(day) + days * dayMs).toISOString()
  return text.slice(0, text.indexOf('T'))
}
