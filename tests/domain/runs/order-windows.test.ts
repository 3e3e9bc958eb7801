import { expect, test } from 'vitest'
import { measuresOfWindow, windowOf } from '#domain/runs/order-windows.ts'

const hour = 3_600_000

test.each([
  [0, '1h'],
  [hour, '1h'],
  [hour + 1, '1d'],
  [24 * hour, '1d'],
  [24 * hour + 1, '7d'],
  [168 * hour, '7d'],
  [168 * hour + 1, '30d'],
  [720 * hour, '30d'],
  [720 * hour + 1, 'later'],
])('an order after %d ms is in the window %s', (ms, window) => {
  expect(windowOf(ms)).toBe(window)
})

test('a window contains the shorter ones', () => {
  expect(measuresOfWindow('1h')).toEqual({
    within: ['within:1h'],
    after: ['within:1d', 'within:7d', 'within:30d', 'within:later'],
  })
  expect(measuresOfWindow('30d').after).toEqual(['within:later'])
})
