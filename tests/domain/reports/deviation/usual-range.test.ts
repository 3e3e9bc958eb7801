import { expect, test } from 'vitest'
import { usualRange } from '#domain/reports/deviation/usual-range.ts'

test('about 95 % of the days without a fault lie in the usual range', () => {
  // A fixed sequence of pseudorandom numbers.
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const days = Array.from({ length: 2000 }, () => ({
    all: 40,
    lost: Array.from({ length: 40 }, random).filter((one) => one < 0.3).length,
  }))
  const { low, high } = usualRange(days)!
  const within = days.filter(({ all, lost }) => lost / all >= low && lost / all <= high).length
  expect(within / days.length).toBeGreaterThan(0.92)
  expect(within / days.length).toBeLessThan(0.98)
})

test('there is no range without days, and it stays between 0 and 1', () => {
  expect(usualRange([])).toBeUndefined()
  expect(
    usualRange([
      { all: 0, lost: 0 },
      { all: 5, lost: 1 },
    ]),
  ).toBeUndefined()
  const { low, high } = usualRange([
    { all: 2, lost: 1 },
    { all: 2, lost: 2 },
  ])!
  expect(low).toBeGreaterThanOrEqual(0)
  expect(high).toBe(1)
})
