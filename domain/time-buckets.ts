// Times are counted in buckets on a logarithmic scale, so that medians of any number of runs can be read from sums.

/** Each bucket is 8 % wider than the one before: its middle is at most 4 % from any time in it. */
const growth = Math.log(1.08)

/** Bucket of a time in ms; 0 is no time at all. */
export function timeBucket(ms: number): number {
  return ms < 1 ? 0 : 1 + Math.round(Math.log(ms) / growth)
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.exp((bucket - 1) * growth)
}

/** Median in seconds with three digits, within 5 % of the true one; null when there is no time at all. */
export function medianSeconds(counts: ReadonlyMap<number, number>): number | null {
  const buckets = [...counts].filter(([, runs]) => runs > 0).toSorted(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, runs]) => sum + runs, 0)
  if (total === 0) return null
  const at = (rank: number) => {
    let seen = 0
    for (const [bucket, runs] of buckets) {
      seen += runs
      if (rank < seen) return middleOf(bucket)
    }
    throw new RangeError(`rank ${rank} of ${total} times`)
  }
  // Of an even number of times the median lies between the two in the middle.
  const median = (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2
  return Number((median / 1000).toPrecision(3))
}
