import type { Context } from 'hono'
import { clientAddress } from '#service/http/client-address.ts'
import { type RateLimitSettings, tooManyRequests } from '#service/http/rate-limit.ts'
import type { AccessLog } from '#service/access/refusals/log-access.ts'
import { createSlowGuessing, slowedPerMinute } from './slow-guessing.ts'

/** Usual limit for wrong tokens per client. */
const guesses = { name: 'wrong-token', perMinute: 10 }
/** Limit for wrong tokens per client while guessing is slowed down for all clients. */
const slowedGuesses = { name: 'wrong-token-slowed', perMinute: slowedPerMinute }

/** Maximum number of refused clients kept in memory. */
const maxRefused = 10_000

export type GuessLimit = ReturnType<typeof limitGuesses>

/**
 * Limits how many wrong tokens a client may send, counted over all processes. Requests with the right token are not
 * counted, so scripts that use it are not limited. A client over the limit is refused without comparing its token.
 * Otherwise, it could keep guessing until a request is accepted.
 */
export function limitGuesses(limits: RateLimitSettings, now: () => number, access: AccessLog) {
  const { enabled, hops, count } = limits
  const refusedUntil = new Map<string, number>()
  const slow = createSlowGuessing({ ...limits, name: 'token', now })

  return {
    /**
     * Throws a 429 problem if the client has sent too many wrong tokens. While guessing is slowed down for all clients,
     * delays the request.
     */
    async check(c: Context): Promise<void> {
      const until = refusedUntil.get(clientAddress(c, hops)) ?? 0
      if (until > now()) {
        access.refused('too-many-requests')
        throw tooManyRequests(guesses, until - now())
      }
      await slow.delay()
    },
    /** Counts a wrong token of the client. Throws a 429 problem when the limit is exceeded. */
    async wrong(c: Context): Promise<void> {
      access.refused('wrong-token')
      const client = clientAddress(c, hops)
      const limit = slow.isSlow() ? slowedGuesses : guesses
      await slow.wrong()
      const refused = enabled ? await count(client, limit) : undefined
      if (!refused) return
      refusedUntil.delete(client)
      const oldest = refusedUntil.size < maxRefused ? undefined : refusedUntil.keys().next().value
      if (oldest !== undefined) refusedUntil.delete(oldest)
      refusedUntil.set(client, now() + refused.retryAfterMs)
      throw tooManyRequests(limit, refused.retryAfterMs)
    },
  }
}
