import { expect, test } from 'vitest'
import { dayMs } from '#domain/time/durations.ts'
import { isNationwideHoliday } from '#domain/time/public-holidays.ts'

/** Returns the holidays of a year, as `MM-DD`. */
function holidaysOf(year: number): string[] {
  const first = Date.UTC(year, 0, 1)
  const all = Array.from({ length: 366 }, (_, day) => first + day * dayMs)
  return all
    .filter((day) => new Date(day).getUTCFullYear() === year && isNationwideHoliday(day))
    .map((day) => new Date(day).toISOString().slice(5, 10))
}

test.each([
  [2024, '01-01 03-29 04-01 05-01 05-09 05-20 10-03 12-25 12-26'],
  [2026, '01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26'],
  [2027, '01-01 03-26 03-29 05-01 05-06 05-17 10-03 12-25 12-26'],
  // The earliest and the latest Easter Sunday of this century: 23 March and 25 April.
  [2008, '01-01 03-21 03-24 05-01 05-12 10-03 12-25 12-26'],
  [2038, '01-01 04-23 04-26 05-01 06-03 06-14 10-03 12-25 12-26'],
])('the nationwide holidays of %i', (year, days) => {
  expect(holidaysOf(year)).toEqual(days.split(' '))
})
