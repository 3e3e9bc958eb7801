import type { MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { clientAddress } from './client-address.ts'
import { Problem } from './errors.ts'

export interface RateLimitSettings {
  enabled: boolean
  /** Trusted proxies in front. */
  hops: number
}

/** So many requests a client and minute; more are answered 429 with the seconds to wait. */
export function rateLimit(perMinute: number, { enabled, hops }: RateLimitSettings): MiddlewareHandler {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (c, next) => {
    if (enabled) {
      try {
        await limiter.consume(clientAddress(c, hops))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new Problem({
          status: 429,
          type: 'too-many-requests',
          title: 'Too many requests',
          detail: `At most ${perMinute} requests a minute are taken from one client.`,
          retryAfter: refusal.msBeforeNext / 1000,
        })
      }
    }
    await next()
  }
}
