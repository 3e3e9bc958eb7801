/**
 * Cumulative buckets of a histogram. `count` is the number of values at or below `upTo`. The upper bounds are
 * ascending, and the last one is Infinity.
 */
export type Buckets = { upTo: number; count: number }[]

/** Parses a histogram without labels from the output of /metrics. */
export function readBuckets(metrics: string, name: string): Buckets {
  const lines = metrics.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"\\} (\\d+)$`, 'gm'))
  const buckets = [...lines].map(([, upTo, count]) => ({
    upTo: upTo === '+Inf' ? Infinity : Number(upTo),
    count: Number(count),
  }))
  if (buckets.length === 0) throw new Error(`there is no histogram ${name} in the metrics`)
  return buckets
}

/** Adds two histograms with the same buckets. */
export function plus(one: Buckets, other: Buckets): Buckets {
  return one.map(({ upTo, count }, index) => ({ upTo, count: count + other[index]!.count }))
}

/** Returns the histogram of the values that were added between two readings. */
export function between(before: Buckets, after: Buckets): Buckets {
  return after.map(({ upTo, count }, index) => ({ upTo, count: count - before[index]!.count }))
}

/**
 * Returns a quantile (0 to 1) as Prometheus computes it. Values are assumed to be spread evenly within their bucket. A
 * value above the last finite bound counts as that bound. Returns NaN if there are no values.
 */
export function quantileOf(buckets: Buckets, quantile: number): number {
  const wanted = (buckets.at(-1)?.count ?? 0) * quantile
  if (wanted === 0) return Number.NaN
  const index = buckets.findIndex(({ count }) => count >= wanted)
  const lower = buckets[index - 1] ?? { upTo: 0, count: 0 }
  const { upTo, count } = buckets[index]!
  if (upTo === Infinity) return lower.upTo
  return lower.upTo + (upTo - lower.upTo) * ((wanted - lower.count) / (count - lower.count))
}
