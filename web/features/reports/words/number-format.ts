export { euro } from '#domain/numbers/german-number.ts'

const whole = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 })
const fraction = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('de-DE', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** Formats an integer: `1.234`. */
export const number = (value: number): string => whole.format(value)

/** Formats credited runs or orders, which may be fractions: `12,33`. */
export const credit = (value: number): string => fraction.format(value)

/** Formats a share from 0 to 1: `12,3 %`. */
export const share = (value: number): string => percent.format(value)

const tenths = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })

/** Formats percentage points: `1,2`. */
export const points = (value: number): string => tenths.format(value)

/** Formats a difference of two shares in percentage points: `1,25 Punkte`. */
export const pointsOfShare = (difference: number): string => `${fraction.format(difference * 100)} Punkte`

/** Formats `2026-11-21` as `21.11.`. */
export const shortDay = (day: string): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.`

/** Formats `2026-11-21` as `21.11.2026`. */
export const longDay = (day: string): string => shortDay(day) + day.slice(0, 4)

/**
 * Formats a range of days, such as `12.11.–21.11.2026`. Includes both years if they differ. Formats a range of one day
 * as `21.11.2026`.
 */
export function dayRange(from: string, to: string): string {
  if (from === to) return longDay(from)
  return `${from.slice(0, 4) === to.slice(0, 4) ? shortDay(from) : longDay(from)}–${longDay(to)}`
}

const berlin = { timeZone: 'Europe/Berlin' } as const
const dateTime = new Intl.DateTimeFormat('de-DE', { ...berlin, dateStyle: 'medium', timeStyle: 'short' })

/** Formats an instant in Berlin time: `21.11.2026, 13:05`. */
export const instant = (iso: string): string => dateTime.format(new Date(iso))

const precise = new Intl.DateTimeFormat('de-DE', { ...berlin, dateStyle: 'short', timeStyle: 'medium' })

/** Formats an instant in Berlin time with seconds: `21.11.26, 13:05:12`. */
export const preciseInstant = (iso: string): string => precise.format(new Date(iso))

const time = new Intl.DateTimeFormat('de-DE', { ...berlin, timeStyle: 'short' })

/** Formats the time of day in Berlin: `13:05`. */
export const clock = (iso: string): string => time.format(new Date(iso))

/** Formats a duration in seconds: `48 s`, `3 min 20 s`, `2 h 5 min`. */
export const duration = (seconds: number): string => durationWords(seconds).replaceAll(' ', '\u00a0')

function durationWords(seconds: number): string {
  const all = Math.round(seconds)
  if (all < 60) return `${all} s`
  const [minutes, rest] = [Math.floor(all / 60), all % 60]
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
  return `${number(Math.floor(minutes / 60))} h ${minutes % 60} min`
}
