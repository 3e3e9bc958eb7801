import { expect, test } from 'vitest'
import { readRetryAfter } from '#domain/time/retry-after.ts'
import { noon } from '#tests/build-events.ts'

const seconds = 1000
const hours = 3600 * seconds

test.each([
  ['120', 120 * seconds],
  [' 7 ', 7 * seconds],
  ['0', 0],
  [new Date(noon + 90 * seconds).toUTCString(), 90 * seconds],
  [new Date(noon - 90 * seconds).toUTCString(), 0],
  ['99999999999', 24 * hours],
  [new Date(noon + 72 * hours).toUTCString(), 24 * hours],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('reads Retry-After %j as %s ms', (header, wait) => {
  expect(readRetryAfter(header, noon)).toBe(wait)
})
