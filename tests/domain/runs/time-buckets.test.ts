import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianSeconds, timeBucket } from '#domain/runs/time-buckets.ts'

function counted(times: number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const ms of times) counts.set(timeBucket(ms), (counts.get(timeBucket(ms)) ?? 0) + 1)
  return counts
}

test('the median is within 5 % of the exact one', () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 700_000_000 }))
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 40 }), (times) => {
      const sorted = times.toSorted((a, b) => a - b)
      const [low, high] = [sorted[Math.floor((times.length - 1) / 2)]!, sorted[Math.floor(times.length / 2)]!]
      const median = (low + high) / 2000
      expect(Math.abs(medianSeconds(counted(times))! - median)).toBeLessThanOrEqual(0.05 * median)
    }),
    { numRuns: 2000 },
  )
})

test('the median is null without times and 0 s for times of 0', () => {
  expect(medianSeconds(new Map())).toBeNull()
  expect(medianSeconds(new Map([[12, 0]]))).toBeNull()
  expect(medianSeconds(counted([0, 0, 0]))).toBe(0)
})
