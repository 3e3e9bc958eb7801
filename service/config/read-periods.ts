import type { RetentionPeriod } from '#domain/retention/period.ts'

const units = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 }
const maxMs = 36_500 * units.d
const maxYears = 100

export const timeAllowed = 'a time from 1m to 36500d like 30d (units m, h, d)'
export const periodAllowed = `${timeAllowed}, or like 10y from the end of the year (1y to ${maxYears}y)`

/**
 * Parses a time like `90m`, `12h` or `30d` and returns it in ms. Zero is not allowed, because the data of a run must be
 * kept until the messages about the run have been sent.
 */
export function readTime(text: string): number | undefined {
  const [, amount, unit] = /^([1-9]\d{0,7})(m|h|d)$/.exec(text) ?? []
  const ms = Number(amount) * units[unit as keyof typeof units]
  return ms <= maxMs ? ms : undefined
}

export const delayAllowed = 'a time from 1s to 7d like 2h (units s, m, h, d)'

/** Parses a delay like `30s`, `2h` or `1d`, from 1 second to 7 days, and returns it in ms. */
export function readDelay(text: string): number | undefined {
  const [, amount, unit] = /^([1-9]\d{0,5})(s|m|h|d)$/.exec(text) ?? []
  const ms = Number(amount) * { s: 1000, ...units }[unit as 's' | keyof typeof units]
  return ms <= 7 * units.d ? ms : undefined
}

/**
 * Parses a retention period: a time as in `readTime`, or a number of years like `10y`. Years are counted from the end
 * of the calendar year in which the period begins.
 */
export function readPeriod(text: string): RetentionPeriod | undefined {
  const [, amount] = /^([1-9]\d{0,2})y$/.exec(text) ?? []
  if (amount === undefined) return readTime(text)
  return Number(amount) <= maxYears ? { years: Number(amount) } : undefined
}
