import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RequestLimit } from '#db/ports/replicas.ts'

type MakeLimiter = (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract

/** Implements `Replicas.count` with one limiter per limit. */
export function requestCounts(make: MakeLimiter) {
  const limiters = new Map<string, RateLimiterAbstract>()
  return async (client: string, limit: RequestLimit, points = 1) => {
    const { name } = limit
    const limiter = limiters.get(name) ?? make({ keyPrefix: name, ...budgetOf(limit) })
    limiters.set(name, limiter)
    if (points < 0) {
      await limiter.reward(client, -points)
      return undefined
    }
    try {
      await limiter.consume(client, points)
      return undefined
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return { retryAfterMs: refusal.msBeforeNext }
    }
  }
}

function budgetOf(limit: RequestLimit): { points: number; duration: number } {
  if ('perDay' in limit) return { points: limit.perDay, duration: 24 * 3600 }
  return 'perHour' in limit
    ? { points: limit.perHour, duration: 3600 }
    : { points: limit.perMinute, duration: 60 }
}

/**
 * Counts requests in memory. Ignores a refund after the end of the window in which the request was counted, because the
 * library would credit it to the next window.
 */
class MemoryLimiter extends RateLimiterMemory {
  override async reward(client: string, points: number) {
    const known = await this.get(client)
    return super.reward(client, known && known.msBeforeNext > 0 ? Math.min(points, known.consumedPoints) : 0)
  }
}

export const countInMemory: MakeLimiter = (options) => new MemoryLimiter(options)
