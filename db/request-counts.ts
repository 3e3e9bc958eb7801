import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RequestLimit } from './replicas.ts'

type MakeLimiter = (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract

/** `Replicas.count` with a limiter for each limit. */
export function requestCounts(make: MakeLimiter) {
  const limiters = new Map<string, RateLimiterAbstract>()
  return async (client: string, { name, perMinute }: RequestLimit) => {
    const limiter = limiters.get(name) ?? make({ keyPrefix: name, points: perMinute, duration: 60 })
    limiters.set(name, limiter)
    try {
      await limiter.consume(client)
      return undefined
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return { retryAfterMs: refusal.msBeforeNext }
    }
  }
}

export const countInMemory: MakeLimiter = (options) => new RateLimiterMemory(options)
