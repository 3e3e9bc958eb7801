import type { Context, MiddlewareHandler } from 'hono'
import type { Replicas, RequestLimit } from '#db/ports/replicas.ts'
import { clientAddress } from './client-address.ts'
import { Problem } from './errors.ts'

export interface RateLimitSettings {
  enabled: boolean
  /** Number of trusted proxies in front of the service. */
  hops: number
  /** Counts the requests of a client over all processes of the service. */
  count: Replicas['count']
}

/**
 * Returns the middleware that responds with 429 and the seconds to wait if a client exceeds the limit. Limits with the
 * same name share one count.
 */
export function rateLimit(limit: RequestLimit, settings: RateLimitSettings): MiddlewareHandler {
  const take = requestLimiter(limit, settings)
  return async (c, next) => {
    await take(c)
    await next()
  }
}

/**
 * Returns a function that counts a request and throws a 429 problem above the limit. It is for handlers that count only
 * some requests, for example those with an unknown session.
 */
export function requestLimiter(limit: RequestLimit, { enabled, hops, count }: RateLimitSettings) {
  return async (c: Context): Promise<void> => {
    const refused = enabled ? await count(clientAddress(c, hops), limit) : undefined
    if (refused) throw tooManyRequests(limit, refused.retryAfterMs)
  }
}

/**
 * Limits how much a client uses of a resource, such as bytes. `what` names the resource in the plural, for the error
 * message. `check` counts an amount before it is used, and throws a 429 problem above the limit. `refund` subtracts an
 * amount that was counted but not used, at most down to zero.
 */
export function clientBudget(limit: RequestLimit, what: string, settings: RateLimitSettings) {
  const { enabled, hops, count } = settings
  return {
    async check(c: Context, points: number): Promise<void> {
      const refused = enabled ? await count(clientAddress(c, hops), limit, points) : undefined
      if (refused) throw tooManyRequests(limit, refused.retryAfterMs, what)
    },
    async refund(c: Context, points: number): Promise<void> {
      if (enabled && points > 0) await count(clientAddress(c, hops), limit, -points)
    },
  }
}

export function tooManyRequests(limit: RequestLimit, retryAfterMs: number, what = 'requests'): Problem {
  return new Problem({
    status: 429,
    type: 'too-many-requests',
    title: 'Too many requests',
    detail: `At most ${describeLimit(limit, what)} are accepted from one client.`,
    retryAfter: retryAfterMs / 1000,
  })
}

function describeLimit(limit: RequestLimit, what: string): string {
  if ('perDay' in limit) return `${limit.perDay} ${what} a day`
  return 'perHour' in limit ? `${limit.perHour} ${what} an hour` : `${limit.perMinute} ${what} a minute`
}
