import { berlinDate, berlinDay, startOfDay } from './berlin-time.ts'
import { dayMs, hourMs } from './durations.ts'
import { isNationwideHoliday } from './public-holidays.ts'

/** Returns 08:00 in Berlin of the day of an instant. Clocks change on Sundays only, so it is exact on working days. */
export const morningOf = (at: number) => startOfDay(berlinDay(at)) + 8 * hourMs

/** Returns whether an instant is on a Monday to Friday in Berlin that is no nationwide holiday. */
export function isWorkingDay(at: number): boolean {
  const { year, month, day } = berlinDate(at)
  const date = Date.UTC(year, month - 1, day)
  const weekday = new Date(date).getUTCDay()
  return weekday >= 1 && weekday <= 5 && !isNationwideHoliday(date)
}

/** Returns the same time of day, a number of working days later, in ms since the epoch. */
export function afterWorkingDays(at: number, days: number): number {
  let day = at
  for (let left = days; left > 0; left -= isWorkingDay(day) ? 1 : 0) day += dayMs
  return day
}

/** Returns the next 08:00 in Berlin on a working day that is after an instant, in ms since the epoch. */
export function nextMorning(at: number): number {
  for (let day = 0; ; day += 1) {
    // Noon is on the same day, whatever the offset of that day is.
    const morning = morningOf(startOfDay(berlinDay(at)) + 12 * hourMs + day * dayMs)
    if (morning > at && isWorkingDay(morning)) return morning
  }
}
