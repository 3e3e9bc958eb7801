import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianSeconds, quartileSeconds, timeBucket } from '#domain/runs/buckets/time-buckets.ts'
import { randomCases } from '#tests/variants.ts'

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
    { numRuns: randomCases(2000) },
  )
})

test('the quartiles are within 5 % of the exact ones', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 700_000_000 }), { minLength: 1, maxLength: 40 }),
      (times) => {
        const sorted = times.toSorted((a, b) => a - b)
        const { lower, median, upper } = quartileSeconds(counted(times))!
        for (const [found, share] of [
          [lower, 1 / 4],
          [median, 1 / 2],
          [upper, 3 / 4],
        ] as const) {
          const place = (times.length - 1) * share
          const exact = (sorted[Math.floor(place)]! + sorted[Math.ceil(place)]!) / 2000
          expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.05 * exact)
        }
      },
    ),
  )
  expect(quartileSeconds(new Map())).toBeNull()
})

test('the median is null without times and 0 s for times of 0', () => {
  expect(medianSeconds(new Map())).toBeNull()
  expect(medianSeconds(new Map([[12, 0]]))).toBeNull()
  expect(medianSeconds(counted([0, 0, 0]))).toBe(0)
})
