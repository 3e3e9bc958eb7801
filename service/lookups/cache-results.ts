export interface CacheOptions {
  /** Returns the current time, in ms since the epoch. */
  now: () => number
  /** Lifetime of a result, in ms. */
  forMs?: number
  /** Maximum number of cached results. When it is reached, the oldest result is dropped. */
  maxEntries?: number
}

/**
 * Caches results in memory. Pending results are cached as well, so that concurrent calls with the same key cause only
 * one request. Undefined results are not cached.
 */
export function cacheResults<Result>(
  load: (key: string) => Promise<Result | undefined>,
  { now, forMs = 600_000, maxEntries = 1000 }: CacheOptions,
): (key: string) => Promise<Result | undefined> {
  const entries = new Map<string, { until: number; result: Promise<Result | undefined> }>()

  return async (key) => {
    const known = entries.get(key)
    if (known && now() < known.until) return known.result
    entries.delete(key)
    // A map keeps the insertion order, so the first entry is the oldest.
    if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
    const entry = { until: now() + forMs, result: load(key) }
    entries.set(key, entry)
    const result = await entry.result
    if (result === undefined && entries.get(key) === entry) entries.delete(key)
    return result
  }
}
