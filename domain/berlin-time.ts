// Days, months and ages are those of Europe/Berlin, wherever service and browser run (DESIGN 4, 10.2).

export interface CalendarDate {
  year: number
  /** 1 to 12 */
  month: number
  /** 1 to 31 */
  day: number
}

// Read by its parts: how a locale puts them together has changed between browser versions.
const berlin = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

const hour = 3600 * 1000
/** Half a year. */
const mostHours = 24 * 183
const readHours = new Map<number, { date: CalendarDate; day: string }>()

/** The calendar date in Berlin at an instant (ms since the epoch). Throws a RangeError when it is not an instant. */
export function berlinDate(at: number): CalendarDate {
  return { ...readHour(at).date }
}

// Berlin is whole hours from UTC, so a date lasts from hour to hour; reading it from Intl costs 2 to 5 µs, and what
// counts many runs asks about the same hours over and over. Local time before 1893 is nobody's question.
function readHour(at: number): { date: CalendarDate; day: string } {
  const atHour = Math.floor(at / hour)
  const known = readHours.get(atHour)
  if (known) return known
  const date = readDate(at)
  const { year, month, day } = date
  const read = { date, day: `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}` }
  if (readHours.size >= mostHours) readHours.clear()
  readHours.set(atHour, read)
  return read
}

function readDate(at: number): CalendarDate {
  const date = { year: 0, month: 0, day: 0 }
  for (const { type, value } of berlin.formatToParts(at)) {
    if (type === 'year' || type === 'month' || type === 'day') date[type] = Number(value)
  }
  return date
}

/** The day in Berlin at an instant (ms since the epoch), as `YYYY-MM-DD`. */
export function berlinDay(at: number): string {
  return readHour(at).day
}

/** The instant at which a day begins in Berlin. Summer and winter time differ by an hour, and change at night only. */
export function startOfDay(day: string): number {
  const inSummer = Date.parse(`${day}T00:00:00+02:00`)
  return berlinDay(inSummer) === day ? inSummer : inSummer + hour
}

/** `YYYY-MM` of the month that lies `offset` months after the given date's month. */
export function monthFrom(date: CalendarDate, offset: number): string {
  const months = date.year * 12 + (date.month - 1) + offset
  return `${padded(Math.floor(months / 12), 4)}-${padded((months % 12) + 1, 2)}`
}

/** The date that `YYYY-MM-DD` names, or undefined when there is no such day. */
export function parseDay(text: string): CalendarDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  return exists ? { year, month, day } : undefined
}

/** Full years lived on `today`; someone born on 29 February turns a year older on 1 March of a common year (§ 187, § 188 BGB). */
export function ageOn(today: CalendarDate, birth: CalendarDate): number {
  const hadBirthday = today.month > birth.month || (today.month === birth.month && today.day >= birth.day)
  return today.year - birth.year - (hadBirthday ? 0 : 1)
}

/** Days of a month, 1 to 12. The calendar repeats every 400 years; moving into 2000 to 2399 keeps `Date` from reading 95 as 1995. */
export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
