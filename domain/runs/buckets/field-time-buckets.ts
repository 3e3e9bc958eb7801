import { minuteMs } from '#domain/time/durations.ts'
import { quantileOf } from './time-buckets.ts'

// Times in fields are counted in fewer buckets than times on steps, because there are many fields.

/** Growth from one bucket to the next. The middle of a bucket is within 23 % of each time in it. */
const growth = 1.5

/** Times below are counted together, and so are the times above `maxMs`. */
const [minMs, maxMs] = [1000, 10 * minuteMs]

/** Returns the bucket of a time in ms; bucket 0 holds times below 1 s. */
export function fieldTimeBucket(ms: number): number {
  return ms < minMs ? 0 : 1 + Math.floor(Math.log(Math.min(ms, maxMs) / minMs) / Math.log(growth))
}

export const lastFieldBucket = fieldTimeBucket(maxMs)

/** Returns the time in seconds at which a bucket ends. */
export function bucketEnd(bucket: number): number {
  return (minMs / 1000) * growth ** bucket
}

/** Returns the median in seconds with three significant digits, within 25 % or 1 s of the exact one; null without times.
 * Times of more than 10 minutes count as 10 minutes. */
export function medianFieldSeconds(counts: ReadonlyMap<number, number>): number | null {
  const ms = quantileOf(counts, 0.5, (bucket) =>
    bucket === 0 ? minMs / 2 : minMs * growth ** (bucket - 0.5),
  )
  return ms === null ? null : Number((ms / 1000).toPrecision(3))
}
