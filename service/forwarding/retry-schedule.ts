import type { AttemptOutcome } from '#db/delivery-store.ts'
import type { PostResult } from './post-message.ts'

const longestRetryAfter = 24 * 3600 * 1000

/**
 * What an attempt means for its delivery. `schedule[n]` is the wait before attempt n + 1 in ms, so that the list
 * is as long as there are attempts; each wait varies by 20 % to either side, so that failed messages do not return
 * all at once. A longer `Retry-After` counts instead, up to a day.
 */
export function outcomeOf(request: {
  result: PostResult
  /** Number of the attempt, from 1. */
  attempt: number
  schedule: readonly number[]
  now: number
  random: () => number
}): AttemptOutcome {
  const { result, attempt, schedule, now, random } = request
  if (result.delivered) return { state: 'delivered' }
  const wait = schedule[attempt]
  if (wait === undefined) return { state: 'dead' }
  const jittered = wait * (0.8 + 0.4 * random())
  const asked = readRetryAfter(result.retryAfter, now)
  return { state: 'pending', nextAttemptAt: now + Math.round(Math.max(jittered, asked)) }
}

/** Wait in ms that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or a date); 0 when it says nothing. */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestRetryAfter)
}
