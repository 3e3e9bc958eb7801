import { type DayRange, shiftDay } from '#domain/reports/day-range.ts'
import { monthFrom, parseDay } from '#domain/time/berlin-time.ts'

export const monthOf = (day: string): string => day.slice(0, 7)

/** Returns the month `offset` months after another one. */
export function shiftMonth(month: string, offset: number): string {
  return monthFrom(parseDay(`${month}-01`)!, offset)
}

export function daysOfMonth(month: string): DayRange {
  return { from: `${month}-01`, to: shiftDay(`${shiftMonth(month, 1)}-01`, -1) }
}

/** Returns the months with a day in the range, newest first. */
export function monthsOf({ from, to }: DayRange): string[] {
  const months: string[] = []
  for (let month = monthOf(to); month >= monthOf(from); month = shiftMonth(month, -1)) months.push(month)
  return months
}
