import { parseDay } from '#domain/time/berlin-time.ts'

const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]

/** Returns a day, `YYYY-MM-DD`, in words: `1. Dezember 2026`. Throws a RangeError if there is no such day. */
export function writtenDay(day: string): string {
  const date = parseDay(day)
  if (!date) throw new RangeError(`not a day: ${JSON.stringify(day)}`)
  return `${date.day}. ${months[date.month - 1]} ${date.year}`
}
