const timeZone = 'Europe/Berlin'
const instantFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeStyle: 'long', timeZone })
const minuteFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeStyle: 'short', timeZone })
const dayFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone })

/** Returns an instant in Berlin with weekday, seconds and time zone, for declarations whose exact time matters. */
export const formatInstant = (at: number) => instantFormat.format(at)

/** Returns an instant in Berlin, for example `22. November 2026 um 10:04 Uhr`. */
export const formatMinute = (at: number) => `${minuteFormat.format(at)} Uhr`

/** Returns the day in Berlin, for example `22. November 2026`. */
export const formatDay = (at: number) => dayFormat.format(at)
