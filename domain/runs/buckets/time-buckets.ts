// Times are counted in buckets on a logarithmic scale, so that medians can be computed from summed counts.

/**
 * Logarithm of the growth from one bucket to the next. Each bucket is 8 % wider than the previous one, so every time is
 * within 4 % of the middle of its bucket.
 */
const growth = Math.log(1.08)

/** Returns the bucket of a time in ms; bucket 0 holds times below 1 ms. */
export function timeBucket(ms: number): number {
  return ms < 1 ? 0 : 1 + Math.round(Math.log(ms) / growth)
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.exp((bucket - 1) * growth)
}

/** Returns the end of a bucket in ms: it holds shorter times than this, within rounding. */
export function bucketEndMs(bucket: number): number {
  return bucket === 0 ? 1 : Math.exp((bucket - 0.5) * growth)
}

export interface Quartiles {
  lower: number
  median: number
  upper: number
}

/**
 * Returns the quartiles in seconds with three significant digits, each within 5 % of the exact one. Returns null if there
 * are no times.
 */
export function quartileSeconds(counts: ReadonlyMap<number, number>): Quartiles | null {
  const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => quantileSeconds(counts, share))
  return lower === null ? null : { lower: lower!, median: median!, upper: upper! }
}

/**
 * Returns the median in seconds with three significant digits, within 5 % of the exact median. Returns null if there
 * are no times.
 */
export function medianSeconds(counts: ReadonlyMap<number, number>): number | null {
  return quantileSeconds(counts, 0.5)
}

function quantileSeconds(counts: ReadonlyMap<number, number>, share: number): number | null {
  const ms = quantileOf(counts, share, middleOf)
  return ms === null ? null : Number((ms / 1000).toPrecision(3))
}

/** Returns a quantile of times that were counted in buckets, or null if there are none. */
export function quantileOf(
  counts: ReadonlyMap<number, number>,
  share: number,
  middle: (bucket: number) => number,
): number | null {
  const buckets = [...counts].filter(([, runs]) => runs > 0).toSorted(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, runs]) => sum + runs, 0)
  if (total === 0) return null
  const at = (rank: number) => {
    let seen = 0
    for (const [bucket, runs] of buckets) {
      seen += runs
      if (rank < seen) return middle(bucket)
    }
    throw new RangeError(`rank ${rank} of ${total} times`)
  }
  // Between two times, the quantile is their mean, as for the median of an even number of times.
  const rank = (total - 1) * share
  return (at(Math.floor(rank)) + at(Math.ceil(rank))) / 2
}
