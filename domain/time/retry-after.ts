import { dayMs } from './durations.ts'

/**
 * Returns the delay in ms that a `Retry-After` header requests, in seconds or as a date (RFC 9110, 10.2.3), capped at
 * one day; undefined if the header is absent or malformed. A date is compared with `now`.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), dayMs)
}
