import { readRetryAfter } from '#domain/time/retry-after.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * A message whose next attempt is further away, in ms, does not block the later messages of its run. Nearer ones do,
 * so that a short outage does not change the order.
 */
export const stepAsideMs = minute

/** Waits before each attempt of an e-mail, in ms. Daily at the end, until the e-mail expires. */
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

/** An e-mail that could not be delivered is removed at this age, in ms. */
export const emailExpiryMs = 14 * day

/** An advertiser has no use for a conversion that is older, in ms. */
export const conversionExpiryMs = 3 * day

/** Waits before each attempt to report a conversion, in ms: doubled each time, up to two hours, for three days. */
export const conversionSchedule: readonly number[] = [
  0,
  ...Array.from({ length: 10 }, (_, failures) => 15 * second * 2 ** failures),
  ...Array.from({ length: 34 }, () => 2 * hour),
]

interface FailedAttempt {
  /** Number of the attempt, from 1. */
  attempt: number
  /** `schedule[n]` is the wait before attempt n + 1 in ms; there are as many attempts as waits. */
  schedule: readonly number[]
  /** From the `Retry-After` header of the response. */
  retryAfter: string | null
  now: number
  /** 0 to 1 */
  random: () => number
}

/**
 * Returns when the next attempt is due, in ms since the epoch, or undefined after the last one. Each wait varies by 20 %
 * to either side, so that messages that failed together do not return together. A longer `Retry-After` replaces it.
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
