import type { CalendarDate } from '#domain/time/berlin-time.ts'

/**
 * Returns a function that calls `make` once per day and returns this result for the rest of the day. Otherwise a rule
 * would be created for every event.
 */
export function cachedPerDay<Made>(make: (today: CalendarDate) => Made): (today: CalendarDate) => Made {
  let last: { day: CalendarDate; made: Made } | undefined
  return (today) => {
    if (!last || !isSameDay(last.day, today)) last = { day: { ...today }, made: make(today) }
    return last.made
  }
}

function isSameDay(one: CalendarDate, other: CalendarDate): boolean {
  return one.day === other.day && one.month === other.month && one.year === other.year
}
