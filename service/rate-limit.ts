import type { MiddlewareHandler } from 'hono'
import type { Replicas, RequestLimit } from '#db/replicas.ts'
import { clientAddress } from './client-address.ts'
import { Problem } from './errors.ts'

export interface RateLimitSettings {
  enabled: boolean
  /** Trusted proxies in front. */
  hops: number
  /** Counts for all processes of the service together. */
  count: Replicas['count']
}

/** So many requests a client and minute; more are answered 429 with the seconds to wait. Equal names count together. */
export function rateLimit(
  limit: RequestLimit,
  { enabled, hops, count }: RateLimitSettings,
): MiddlewareHandler {
  return async (c, next) => {
    const refused = enabled ? await count(clientAddress(c, hops), limit) : undefined
    if (refused) throw tooManyRequests(limit, refused.retryAfterMs)
    await next()
  }
}

export function tooManyRequests({ perMinute }: RequestLimit, retryAfterMs: number): Problem {
  return new Problem({
    status: 429,
    type: 'too-many-requests',
    title: 'Too many requests',
    detail: `At most ${perMinute} requests a minute are taken from one client.`,
    retryAfter: retryAfterMs / 1000,
  })
}
