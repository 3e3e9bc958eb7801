import { isEventDay } from '#domain/operations/event-day.ts'

/** Reads a day such as `2026-11-03` or `3.11.2026`. Returns `YYYY-MM-DD`, or undefined if there is no such day. */
export function readDay(text: string): string | undefined {
  const [, dayOfMonth, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? []
  const day = year === undefined ? text : `${year}-${month!.padStart(2, '0')}-${dayOfMonth!.padStart(2, '0')}`
  return isEventDay(day) ? day : undefined
}
