import { readRetryAfter } from '#domain/time/retry-after.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * Maximum time until the next attempt of a message, in ms, for which it blocks the later messages of its run. Blocking
 * preserves the order during a short outage; after longer waits the later messages are sent first.
 */
export const maxBlockingDelayMs = minute

/** Waits before each attempt of an e-mail, in ms; daily in the end, until the e-mail expires. */
export const emailSchedule: readonly number[] = [
  0,
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  ...Array.from({ length: 14 }, () => day),
]

/** Age at which an undelivered e-mail is removed, in ms. */
export const emailExpiryMs = 14 * day

/** Maximum age of a reported conversion, in ms, because older ones are of no use to an advertiser. */
export const conversionExpiryMs = 3 * day

/** Waits before each attempt to report a conversion, in ms: doubled up to two hours, for three days in total. */
export const conversionSchedule: readonly number[] = [
  0,
  ...Array.from({ length: 10 }, (_, failures) => 15 * second * 2 ** failures),
  ...Array.from({ length: 34 }, () => 2 * hour),
]

interface FailedAttempt {
  /** Number of the attempt, from 1. */
  attempt: number
  /** Waits before each attempt, in ms: `schedule[n]` precedes attempt n + 1. There are as many attempts as waits. */
  schedule: readonly number[]
  /** `Retry-After` header of the response. */
  retryAfter: string | null
  /** ms since the epoch */
  now: number
  /** Returns a number in [0, 1). */
  random: () => number
}

/**
 * Returns the time of the next attempt in ms since the epoch, or undefined after the last one. Waits vary randomly by
 * ±20 %, so that messages that failed together are not retried together. A longer `Retry-After` takes precedence.
 */
export function nextAttemptAt({
  attempt,
  schedule,
  retryAfter,
  now,
  random,
}: FailedAttempt): number | undefined {
  const wait = schedule[attempt]
  if (wait === undefined) return undefined
  const varied = wait * (0.8 + 0.4 * random())
  return now + Math.round(Math.max(varied, readRetryAfter(retryAfter, now) ?? 0))
}
