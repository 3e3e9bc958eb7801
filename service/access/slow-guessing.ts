import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { clientAddress } from '#service/http/client-address.ts'
import { type RateLimitSettings, tooManyRequests } from '#service/http/rate-limit.ts'

export interface SlowGuessingSettings extends RateLimitSettings {
  /** Name of the secret, such as `login`. Attempts are counted separately for each name. */
  name: string
  /** Returns the current time, in ms since the epoch. */
  now: () => number
  /** Delay of each attempt while guessing is slowed down, in ms. Tests set a shorter one. */
  delayMs?: number
}

/**
 * Number of wrong attempts per minute, by all clients together, above which all attempts are slowed down. Typing
 * mistakes alone stay far below it.
 */
export const wrongPerMinute = 100
/** Attempts allowed per client and minute while guessing is slowed down. */
export const slowedPerMinute = 3
const maxDelayed = 100
/** Key under which the wrong attempts of all clients are counted. No client address can equal it. */
const allClients = 'all clients'

/**
 * Slows down guessing from many addresses. Before the secret is compared, nothing distinguishes its owner from an
 * attacker. The limit over all clients must therefore not refuse attempts, because an attacker could exhaust it to lock
 * the owner out. Instead, once it is exceeded, every attempt waits the same time before its secret is compared.
 * Delaying only wrong attempts would be pointless, because the delay itself would reveal that an attempt is wrong. At
 * most `maxDelayed` attempts wait in a process; further ones are not delayed. The limit per client also applies, and it
 * is lower while guessing is slowed down.
 */
export function createSlowGuessing(settings: SlowGuessingSettings) {
  const { enabled, hops, count, name, now, delayMs = 1000 } = settings
  let slowUntil = 0
  let delayed = 0
  const isSlow = () => slowUntil > now()

  async function delay(): Promise<void> {
    if (!isSlow() || delayed >= maxDelayed) return
    delayed += 1
    try {
      await sleep(delayMs)
    } finally {
      delayed -= 1
    }
  }

  return {
    isSlow,
    /**
     * While guessing is slowed down, counts and delays an attempt before its secret is compared. Throws a 429 problem
     * if the client has no attempts left.
     */
    async before(c: Context): Promise<void> {
      if (!isSlow()) return
      const limit = { name: `${name}-slowed`, perMinute: slowedPerMinute }
      const refused = await count(clientAddress(c, hops), limit)
      if (refused) throw tooManyRequests(limit, refused.retryAfterMs)
      await delay()
    },
    delay,
    /** Counts a wrong attempt towards the limit over all clients. */
    async wrong(): Promise<void> {
      const all = { name: `${name}-wrong`, perMinute: wrongPerMinute }
      const exceeded = enabled ? await count(allClients, all) : undefined
      if (exceeded) slowUntil = now() + exceeded.retryAfterMs
    },
  }
}
