const dateTime = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
})
const dateOnly = new Intl.DateTimeFormat('de-DE', {
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
  timeZone: 'Europe/Berlin',
})

/** Formats a time in ISO 8601 with its day, in Berlin. */
export const instant = (iso: string) => dateTime.format(new Date(iso))

/** Formats a day like `2026-11-23` as `23.11.2026`. */
export const dayText = (day: string) => day.split('-').toReversed().join('.')

/** Formats the day of a time in ISO 8601, in Berlin, for example `Mo., 23.11.`. */
export const shortDay = (iso: string) => dateOnly.format(new Date(iso))
