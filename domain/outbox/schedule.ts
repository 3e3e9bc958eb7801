import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { readRetryAfter } from '#domain/time/retry-after.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * If a message is retried within this time in ms, the messages that follow it in its run wait for it. This preserves
 * their order during a short outage. If the retry is further away, the following messages are sent before it.
 */
export const maxBlockingDelayMs = minute

/**
 * Delay before each attempt to send an e-mail, in ms. The last delays are one day each. The sum of all delays exceeds
 * `emailExpiryMs`, so an e-mail expires before its last attempt.
 */
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
export const emailExpiryMs = fixedPeriods.emails

/** Age in ms after which a conversion is no longer reported. Advertisers cannot use older conversions. */
export const conversionExpiryMs = 3 * day

/**
 * Delay before each attempt to report a conversion, in ms. After the first failure, the delay is 15 seconds. It doubles
 * with each further failure until it is about two hours, and then remains two hours. The sum of all delays is about
 * three days.
 */
export const conversionSchedule: readonly number[] = [
  0,
  ...Array.from({ length: 10 }, (_, failures) => 15 * second * 2 ** failures),
  ...Array.from({ length: 34 }, () => 2 * hour),
]

interface FailedAttempt {
  /** Number of the failed attempt, starting at 1. */
  attempt: number
  /**
   * Delays before each attempt, in ms. `schedule[n]` is the delay before attempt n + 1, so there are as many attempts
   * as delays.
   */
  schedule: readonly number[]
  /** `Retry-After` header of the response. */
  retryAfter: string | null
  /** Current time, in ms since the epoch. */
  now: number
  /** Returns a random number in [0, 1). */
  random: () => number
}

/**
 * Returns the time of the next attempt in ms since the epoch, or undefined if the failed attempt was the last one.
 * Delays vary randomly by ±20 %, so that messages that failed together are not retried together. If `Retry-After`
 * requests a longer delay, that delay is used instead.
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
