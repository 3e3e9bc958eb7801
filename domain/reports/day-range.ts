const dayMs = 24 * 3600 * 1000

/** Days as `YYYY-MM-DD`, both included. */
export interface DayRange {
  from: string
  to: string
}

/** Every day of a range. */
export function daysOf(range: DayRange): string[] {
  return Array.from({ length: lengthOf(range) }, (_, index) => shift(range.from, index))
}

export function dayAfter(day: string): string {
  return shift(day, 1)
}

/** As many days, right before. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: shift(range.from, -lengthOf(range)), to: shift(range.from, -1) }
}

// Days of the calendar, reckoned in UTC, where each has 24 hours.
function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** Up to its `T`, because a year before 0 has more digits. */
function shift(day: string, days: number): string {
  const text = new Date(Date.parse(day) + days * dayMs).toISOString()
  return text.slice(0, text.indexOf('T'))
}
