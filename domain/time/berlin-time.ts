import { hourMs } from './durations.ts'

// All days, months and ages refer to Europe/Berlin, regardless of the time zone of the service or browser.

export interface CalendarDate {
  year: number
  /** Month, from 1 to 12. */
  month: number
  day: number
}

const timeZone = 'Europe/Berlin'

let berlin: Intl.DateTimeFormat | undefined

/** Maximum number of cached hours: half a year. */
const maxHours = 24 * 183
const readHours = new Map<number, BerlinHour>()

interface BerlinHour {
  date: CalendarDate
  day: string
  /** Hour of the day, from 0 to 23. */
  hour: number
}

/**
 * Returns the calendar date in Berlin at an instant in ms since the epoch. Throws a RangeError if the instant is
 * invalid.
 */
export function berlinDate(at: number): CalendarDate {
  return { ...readHour(at).date }
}

// Caches dates by hour, because a call of Intl takes 2 to 5 µs and many runs fall into the same hours. Since 1893,
// Berlin's offset from UTC has been a whole number of hours, so all instants of an hour have the same date and hour. Times
// before 1893 are not supported.
function readHour(at: number): BerlinHour {
  const atHour = Math.floor(at / hourMs)
  const known = readHours.get(atHour)
  if (known) return known
  const { hour, ...date } = readDate(at)
  const { year, month, day } = date
  const read = { date, hour, day: `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}` }
  if (readHours.size >= maxHours) readHours.clear()
  readHours.set(atHour, read)
  return read
}

/**
 * Uses Temporal where it exists, because the first use of `Intl` takes a browser 40 ms: it loads its data for all
 * languages. With `Intl`, reads the parts, because the text formats of locales have changed between browser versions.
 */
function readDate(at: number): CalendarDate & { hour: number } {
  if ('Temporal' in globalThis) {
    const { year, month, day, hour } = Temporal.Instant.fromEpochMilliseconds(
      Math.floor(at),
    ).toZonedDateTimeISO(timeZone)
    return { year, month, day, hour }
  }
  berlin ??= new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  const date = { year: 0, month: 0, day: 0, hour: 0 }
  for (const { type, value } of berlin.formatToParts(at)) {
    if (type === 'year' || type === 'month' || type === 'day' || type === 'hour') date[type] = Number(value)
  }
  return date
}

/** Returns the day in Berlin at an instant in ms since the epoch, as `YYYY-MM-DD`. */
export function berlinDay(at: number): string {
  return readHour(at).day
}

/** Returns the hour of the day in Berlin at an instant in ms since the epoch, from 0 to 23. */
export function berlinHour(at: number): number {
  return readHour(at).hour
}

/**
 * Returns the instant at which a day (`YYYY-MM-DD`) begins in Berlin, in ms since the epoch. Daylight saving time is
 * taken into account.
 */
export function startOfDay(day: string): number {
  const inSummer = Date.parse(`${day}T00:00:00+02:00`)
  return berlinDay(inSummer) === day ? inSummer : inSummer + hourMs
}

/** Returns the start of the Berlin day after the one of `at`. Both are in ms since the epoch. */
export function startOfNextDay(at: number): number {
  const { year, month, day } = berlinDate(at)
  return startOfDay(new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10))
}

/** Returns the month `offset` months after the month of `date`, as `YYYY-MM`. */
export function monthFrom(date: CalendarDate, offset: number): string {
  const months = date.year * 12 + (date.month - 1) + offset
  return `${padded(Math.floor(months / 12), 4)}-${padded((months % 12) + 1, 2)}`
}

/** Parses `YYYY-MM-DD`. Returns undefined if there is no such day. */
export function parseDay(text: string): CalendarDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  return exists ? { year, month, day } : undefined
}

/**
 * Returns the age in full years. In years without a 29 February, a person born on that day turns a year older on 1
 * March (§§ 187, 188 BGB).
 */
export function ageOn(today: CalendarDate, birth: CalendarDate): number {
  const hadBirthday = today.month > birth.month || (today.month === birth.month && today.day >= birth.day)
  return today.year - birth.year - (hadBirthday ? 0 : 1)
}

/**
 * Returns the number of days of a month (1 to 12). The year is mapped to 2000–2399, because `Date` interprets the year
 * 95 as 1995. The result is the same, because the calendar repeats every 400 years.
 */
export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
