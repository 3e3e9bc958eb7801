import { dayMs } from './durations.ts'

/** Nationwide holidays of Germany on a fixed day, as `MM-DD`. */
const fixedDays = new Set(['01-01', '05-01', '10-03', '12-25', '12-26'])

/** Days from Easter Sunday to Good Friday, Easter Monday, Ascension Day and Whit Monday. */
const movableDays = new Set([-2, 1, 39, 50])

/**
 * Returns whether a day, given as midnight UTC in ms since the epoch, is one of the nine holidays in all German states.
 * The others differ by state and are not considered.
 */
export function isNationwideHoliday(day: number): boolean {
  const date = new Date(day)
  if (fixedDays.has(date.toISOString().slice(5, 10))) return true
  return movableDays.has((day - easterSunday(date.getUTCFullYear())) / dayMs)
}

/** Returns Easter Sunday of a year, as midnight UTC in ms since the epoch (Butcher's algorithm, Gregorian calendar). */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const skipped = century - Math.floor(century / 4)
  const moonShift = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + skipped - moonShift + 15) % 30
  const fullMoon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - skipped) % 7
  const offset = fullMoon - weekday
  const month = 3 + Math.floor((offset + 40) / 44)
  return Date.UTC(year, month - 1, offset + 28 - 31 * Math.floor(month / 4))
}
