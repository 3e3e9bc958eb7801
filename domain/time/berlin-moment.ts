import { berlinDay, parseDay } from './berlin-time.ts'

const form = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/

/**
 * Returns the instant, in ms since the epoch, of a minute in Berlin, written as `YYYY-MM-DDTHH:MM`. Of the hour that
 * autumn repeats, it is the first; a minute that spring skips is read as the one an hour later. Returns undefined for
 * any other text.
 */
export function parseMoment(text: string): number | undefined {
  const [, day, hour, minute] = form.exec(text) ?? []
  if (day === undefined || parseDay(day) === undefined) return undefined
  const inSummer = Date.parse(`${day}T${hour}:${minute}:00+02:00`)
  return formatMoment(inSummer) === text ? inSummer : Date.parse(`${day}T${hour}:${minute}:00+01:00`)
}

/** Formats an instant as a minute in Berlin, `YYYY-MM-DDTHH:MM`. */
export function formatMoment(at: number): string {
  const time = new Date(at).toLocaleTimeString('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
  })
  return `${berlinDay(at)}T${time}`
}
