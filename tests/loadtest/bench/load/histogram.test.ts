import { describe, expect, test } from 'vitest'
import { between, plus, quantileOf, readBuckets } from '#loadtest/bench/load/histogram.ts'
import { createMetrics } from '#service/observability/metrics.ts'

const lock = 'formlotse_append_lock_seconds'
const metrics = createMetrics()
const read = async () => readBuckets(await metrics.render(), lock)

test('reads the lock times that the service recorded between two readings', async () => {
  for (let append = 0; append < 50; append++) metrics.observeAppendLock(2)
  const before = await read()
  for (const ms of [3.5, 3.5, 3.5, 45]) metrics.observeAppendLock(ms / 1000)
  const came = between(before, await read())
  expect(came.at(-1)).toEqual({ upTo: Infinity, count: 4 })
  expect(quantileOf(came, 0.5)).toBeGreaterThan(0.003)
  expect(quantileOf(came, 0.5)).toBeLessThanOrEqual(0.004)
  expect(quantileOf(came, 0.99)).toBeGreaterThan(0.04)
  expect(quantileOf(came, 0.99)).toBeLessThanOrEqual(0.05)
})

test('throws if the histogram does not exist', async () => {
  const text = await metrics.render()
  expect(() => readBuckets(text, 'formlotse_append_lock')).toThrow('formlotse_append_lock')
})

const of = (...counts: number[]) =>
  counts.map((count, index) => ({ upTo: [1, 2, 4, Infinity][index]!, count }))

describe('a quantile', () => {
  test.each([
    ['interpolates linearly within its bucket', of(0, 10, 10, 10), 0.5, 1.5],
    ['can be in the first bucket', of(4, 10, 10, 10), 0.2, 0.5],
    ['skips empty buckets', of(1, 1, 11, 11), 0.99, 3.978],
    ['is the last finite bound if the value is above it', of(0, 0, 0, 3), 0.5, 4],
  ])('%s', (_, buckets, part, expected) => {
    expect(quantileOf(buckets, part)).toBeCloseTo(expected, 6)
  })

  test('is NaN without values', () => {
    expect(quantileOf(of(0, 0, 0, 0), 0.5)).toBeNaN()
  })

  test('can be computed over two processes', () => {
    expect(quantileOf(plus(of(9, 9, 9, 9), of(0, 0, 91, 91)), 0.5)).toBeGreaterThan(2)
  })
})
