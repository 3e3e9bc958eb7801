import { dayMs } from './durations.ts'

/**
 * Returns the delay in ms that a `Retry-After` header requests, at most one day. The header contains seconds or a date
 * (RFC 9110, 10.2.3); a date is compared with `now`. Returns undefined if the header is absent or malformed.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), dayMs)
}
