import type { DayRange } from '#domain/reports/day-range.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import { berlinDay, startOfDay } from '#domain/time/berlin-time.ts'
import { hourMs } from '#domain/time/durations.ts'

/** Returns the whole week, from Monday to Sunday in Berlin, that ended last before an instant (ms since the epoch). */
export function lastWholeWeek(at: number): DayRange {
  const monday = mondayOf(berlinDay(at))
  return { from: shiftDay(monday, -7), to: shiftDay(monday, -1) }
}

/**
 * Returns the week whose report may be sent at an instant: from Monday at 07:00 in Berlin until the end of Tuesday, so
 * that a service that was down on Monday still sends it. Returns undefined at all other times, so a report is never
 * sent late in the week, and never together with the next one.
 */
export function weekToSend(at: number): DayRange | undefined {
  const monday = mondayOf(berlinDay(at))
  const isOver = berlinDay(at) > shiftDay(monday, 1)
  return at < sendingTime(monday) || isOver ? undefined : lastWholeWeek(at)
}

/** Returns the time at which the report of a week is due, in ms since the epoch: 07:00 in Berlin on the Monday after. */
export const dueTime = (week: DayRange) => sendingTime(shiftDay(week.to, 1))

/** Returns the next Monday at 07:00 in Berlin that is after an instant. Both are in ms since the epoch. */
export function nextSendingTime(at: number): number {
  const monday = mondayOf(berlinDay(at))
  const thisWeek = sendingTime(monday)
  return thisWeek > at ? thisWeek : sendingTime(shiftDay(monday, 7))
}

/** Clocks change on Sundays only, so the seventh hour of a Monday always begins at 07:00. */
const sendingTime = (monday: string) => startOfDay(monday) + 7 * hourMs

function mondayOf(day: string): string {
  return shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7))
}
