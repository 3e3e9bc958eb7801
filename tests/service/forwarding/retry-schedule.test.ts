import { describe, expect, test } from 'vitest'
import type { PostResult } from '#service/forwarding/post-message.ts'
import { outcomeOf, readRetryAfter } from '#service/forwarding/retry-schedule.ts'
import { noon } from '#tests/build-events.ts'

const seconds = 1000
const hours = 3600 * seconds
const schedule = [0, 5 * seconds, 300 * seconds, 24 * hours]
const failed: PostResult = { delivered: false, status: 503, error: 'status 503', retryAfter: null }

function outcome(attempt: number, over: { result?: Partial<PostResult>; random?: number } = {}) {
  const result = { ...failed, ...over.result }
  return outcomeOf({ result, attempt, schedule, now: noon, random: () => over.random ?? 0.5 })
}

describe('the next attempt', () => {
  test.each([
    [1, 5 * seconds],
    [2, 300 * seconds],
    [3, 24 * hours],
  ])('after attempt %i waits as the schedule says', (attempt, wait) => {
    expect(outcome(attempt)).toEqual({ state: 'pending', nextAttemptAt: noon + wait })
  })

  test('varies by 20 % to either side', () => {
    expect(outcome(2, { random: 0 })).toMatchObject({ nextAttemptAt: noon + 240 * seconds })
    expect(outcome(2, { random: 1 })).toMatchObject({ nextAttemptAt: noon + 360 * seconds })
  })

  test('is none after the last, which makes a dead letter, whatever the receiver asks for', () => {
    expect(outcome(4)).toEqual({ state: 'dead' })
    expect(outcome(4, { result: { retryAfter: '60' } })).toEqual({ state: 'dead' })
  })

  test('is none after a delivery', () => {
    expect(outcome(1, { result: { delivered: true, status: 204 } })).toEqual({ state: 'delivered' })
  })

  test('waits for Retry-After where that is longer, and never less than the schedule', () => {
    expect(outcome(1, { result: { retryAfter: '120' } })).toMatchObject({
      nextAttemptAt: noon + 120 * seconds,
    })
    expect(outcome(1, { result: { retryAfter: '1' } })).toMatchObject({ nextAttemptAt: noon + 5 * seconds })
  })
})

test.each([
  ['120', 120 * seconds],
  [' 7 ', 7 * seconds],
  ['0', 0],
  [new Date(noon + 90 * seconds).toUTCString(), 90 * seconds],
  [new Date(noon - 90 * seconds).toUTCString(), 0],
  ['99999999999', 24 * hours],
  [new Date(noon + 72 * hours).toUTCString(), 24 * hours],
  ['soon', 0],
  ['', 0],
  [null, 0],
])('Retry-After %j asks for %i ms', (header, wait) => {
  expect(readRetryAfter(header, noon)).toBe(wait)
})
