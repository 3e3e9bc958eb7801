import type { CalendarDate } from '../berlin-time.ts'

/** Makes something that depends on the day once a day, and not for every event of it. */
export function ofDay<Made>(make: (today: CalendarDate) => Made): (today: CalendarDate) => Made {
  let last: { day: CalendarDate; made: Made } | undefined
  return (today) => {
    if (!last || !isSameDay(last.day, today)) last = { day: { ...today }, made: make(today) }
    return last.made
  }
}

function isSameDay(one: CalendarDate, other: CalendarDate): boolean {
  return one.day === other.day && one.month === other.month && one.year === other.year
}
