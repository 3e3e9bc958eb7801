import type { CalendarDate } from '#domain/time/berlin-time.ts'

/** Returns `make` with a cache for the result of the last day, so that a rule is not created for every event. */
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
