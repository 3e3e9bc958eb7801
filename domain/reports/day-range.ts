import { dayMs } from '#domain/time/durations.ts'
import { parseDay } from '#domain/time/berlin-time.ts'

/** First and last day of a range as `YYYY-MM-DD`. Both are part of the range. */
export interface DayRange {
  from: string
  to: string
}

export function daysOf(range: DayRange): string[] {
  return Array.from({ length: lengthOf(range) }, (_, index) => shiftDay(range.from, index))
}

/** Returns the Monday of the week of a day. */
export function mondayOf(day: string): string {
  return shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7))
}

export function dayAfter(day: string): string {
  return shiftDay(day, 1)
}

/** Returns the range of the same length that ends on the day before `range` begins. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: shiftDay(range.from, -lengthOf(range)), to: shiftDay(range.from, -1) }
}

/**
 * Periods that a range is compared with:
 *
 * - `before`: the days directly before it
 * - `weekdays`: the latest days before it with the same weekdays
 * - `month`: the same dates of the month before; the days directly before it if they would overlap with it, because that
 *   month has fewer days or the range is longer than a month
 * - `year`: the same dates a year earlier
 */
export const comparedPeriods = ['before', 'weekdays', 'month', 'year'] as const
export type ComparedPeriod = (typeof comparedPeriods)[number]

/** Returns the range of the same length that `range` is compared with. */
export function comparedRange(range: DayRange, period: ComparedPeriod): DayRange {
  const length = lengthOf(range)
  if (period === 'before') return rangeBefore(range)
  if (period === 'month') return monthBefore(range)
  const from = period === 'year' ? yearBefore(range.from) : shiftDay(range.from, -7 * Math.ceil(length / 7))
  return { from, to: shiftDay(from, length - 1) }
}

function monthBefore(range: DayRange): DayRange {
  const month = shiftDay(`${range.from.slice(0, -2)}01`, -1).slice(0, -2)
  const date = [range.from.slice(-2), '30', '29', '28'].find((one) => parseDay(month + one) !== undefined)
  if (date === undefined) return rangeBefore(range)
  const from = month + date
  const to = shiftDay(from, lengthOf(range) - 1)
  return to < range.from ? { from, to } : rangeBefore(range)
}

/** Returns the same date of the previous year; the 28th for the 29th of February. */
export function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  const before = year + day.slice(4)
  return parseDay(before) === undefined ? `${before.slice(0, 8)}28` : before
}

// Days are parsed as UTC, in which every day has 24 hours.
export function daysBetween(day: string, later: string): number {
  return (Date.parse(later) - Date.parse(day)) / dayMs
}

function lengthOf({ from, to }: DayRange): number {
  return daysBetween(from, to) + 1
}

/**
 * Returns the day that is `days` days after `day`. The text is cut at the `T` instead of at a fixed length, because
 * `toISOString` writes years before 0 with a sign and more digits.
 */
export function shiftDay(day: string, days: number): string {
  const text = new Date(Date.parse(day) + days * dayMs).toISOString()
  return text.slice(0, text.indexOf('T'))
}
