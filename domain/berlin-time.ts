// Days, months and ages are those of Europe/Berlin, wherever service and browser run (DESIGN 4, 10.2).

export interface CalendarDate {
  year: number
  /** 1 to 12 */
  month: number
  /** 1 to 31 */
  day: number
}

const berlin = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day in Berlin at an instant (ms since the epoch), as `YYYY-MM-DD`. */
export function berlinDay(at: number): string {
  return berlin.format(at)
}

/** The calendar date in Berlin at an instant (ms since the epoch). */
export function berlinDate(at: number): CalendarDate {
  const [year, month, day] = berlinDay(at).split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

/** `YYYY-MM` of the month that lies `offset` months after the given date's month. */
export function monthFrom(date: CalendarDate, offset: number): string {
  const months = date.year * 12 + (date.month - 1) + offset
  const year = Math.floor(months / 12)
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Whether `YYYY-MM-DD` names a day that exists. */
export function parseDay(text: string): CalendarDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? { year, month, day } : undefined
}

/** Full years lived on `today`; someone born on 29 February turns a year older on 1 March of a common year (§ 187, § 188 BGB). */
export function ageOn(today: CalendarDate, birth: CalendarDate): number {
  const hadBirthday = today.month > birth.month || (today.month === birth.month && today.day >= birth.day)
  return today.year - birth.year - (hadBirthday ? 0 : 1)
}
