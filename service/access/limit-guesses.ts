import type { Context } from 'hono'
import { clientAddress } from '#service/client-address.ts'
import { type RateLimitSettings, tooManyRequests } from '#service/rate-limit.ts'

/** Wrong tokens of a client in a minute. */
const guesses = { name: 'wrong-token', perMinute: 10 }

/** Clients that are remembered as refused; more of them at once guess from everywhere. */
const mostRefused = 10_000

export type GuessLimit = ReturnType<typeof limitGuesses>

/**
 * Limits how often a client may send a wrong token, over all processes. A right one costs nothing, so scripts may ask as
 * often as they like; but once a client has been wrong too often, it is refused before anything is compared, or it could go
 * on guessing and would only have to look for the answer that is no refusal.
 */
export function limitGuesses({ enabled, hops, count }: RateLimitSettings, now: () => number) {
  const refusedUntil = new Map<string, number>()

  return {
    /** Throws a 429 problem when the client has been wrong too often. */
    check(c: Context): void {
      const until = refusedUntil.get(clientAddress(c, hops)) ?? 0
      if (until > now()) throw tooManyRequests(guesses, until - now())
    },
    /** Notes that the client was wrong. Throws a 429 problem when that was once too often. */
    async wrong(c: Context): Promise<void> {
      const client = clientAddress(c, hops)
      const refused = enabled ? await count(client, guesses) : undefined
      if (!refused) return
      refusedUntil.delete(client)
      const oldest = refusedUntil.size < mostRefused ? undefined : refusedUntil.keys().next().value
      if (oldest !== undefined) refusedUntil.delete(oldest)
      refusedUntil.set(client, now() + refused.retryAfterMs)
      throw tooManyRequests(guesses, refused.retryAfterMs)
    },
  }
}
