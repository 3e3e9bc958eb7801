import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { clientAddress } from '#service/http/client-address.ts'
import { type RateLimitSettings, tooManyRequests } from '#service/http/rate-limit.ts'

/** Wrong passwords for an account per minute, by all clients together, after which its attempts are slowed down. */
const wrongOfAccount = { name: 'account-wrong', perMinute: 10 }
/** Attempts at such an account per client and minute. */
const slowed = { name: 'account-slowed', perMinute: 3 }
const maxSlowed = 1000

interface AttemptLimitSettings extends RateLimitSettings {
  /** ms since the epoch */
  now: () => number
  /** Delay of each attempt at an account that is slowed down, in ms. Tests set a shorter one. */
  delayMs?: number
}

/**
 * Slows down guessing the password of one account from many addresses. Attempts are never refused because of other
 * clients: an attacker could otherwise lock out the owner. An account that does not exist is treated in the same way.
 */
export function limitAttempts({ enabled, hops, count, now, delayMs = 1000 }: AttemptLimitSettings) {
  const slowUntil = new Map<string, number>()
  return {
    /** Counts and delays an attempt at an account that is slowed down. Throws a 429 problem above the client's limit. */
    async before(c: Context, account: string): Promise<void> {
      if ((slowUntil.get(account) ?? 0) <= now()) return
      const refused = await count(`${account} ${clientAddress(c, hops)}`, slowed)
      if (refused) throw tooManyRequests(slowed, refused.retryAfterMs)
      await sleep(delayMs)
    },
    async wrong(account: string): Promise<void> {
      const exceeded = enabled ? await count(account, wrongOfAccount) : undefined
      if (!exceeded) return
      slowUntil.delete(account)
      const oldest = slowUntil.size < maxSlowed ? undefined : slowUntil.keys().next().value
      if (oldest !== undefined) slowUntil.delete(oldest)
      slowUntil.set(account, now() + exceeded.retryAfterMs)
    },
  }
}
