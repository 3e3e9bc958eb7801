import { describe, expect, test } from 'vitest'
import { weightedCountInterval } from '#domain/reports/deviation/weighted-count.ts'

describe('the interval of a sum of rare events', () => {
  // Exact limits of Garwood (Biometrika 28, 1936), as in the tables of Ulm (Am. J. Epidemiology 131, 1990).
  test.each([
    [0, 0, 3.689],
    [1, 0.0253, 5.572],
    [2, 0.2422, 7.225],
    [5, 1.6235, 11.668],
    [10, 4.7954, 18.39],
    [50, 37.111, 65.919],
    [100, 81.364, 121.627],
  ])('of %i is that of Garwood', (sum, low, high) => {
    const found = weightedCountInterval({ sum, squares: sum, max: 1 })
    expect(Math.abs(found.low - low)).toBeLessThan(0.02)
    expect(Math.abs(found.high / high - 1)).toBeLessThan(0.007)
  })

  test('grows in proportion to the weight', () => {
    const [plain, priced] = [1, 4999].map((price) =>
      weightedCountInterval({ sum: 7 * price, squares: 7 * price ** 2, max: price }),
    )
    expect(priced!.low).toBeCloseTo(plain!.low * 4999, 6)
    expect(priced!.high).toBeCloseTo(plain!.high * 4999, 6)
  })

  test.each([0.5, 3, 20])(
    'contains the expected sum of two prices in 95 %% of %d expected orders',
    (expected) => {
      const random = seeded(20261126)
      const prices = [2999, 4999]
      const trials = 4000
      let missed = 0
      for (let trial = 0; trial < trials; trial += 1) {
        const orders = prices.map(() => poisson(expected, random))
        const sum = prices.reduce((total, price, index) => total + price * orders[index]!, 0)
        const squares = prices.reduce((total, price, index) => total + price ** 2 * orders[index]!, 0)
        const { low, high } = weightedCountInterval({ sum, squares, max: 4999 })
        const truth = expected * (2999 + 4999)
        if (truth < low || truth > high) missed += 1
      }
      expect(missed / trials).toBeLessThan(0.055)
      expect(missed).toBeGreaterThan(0)
    },
  )
})

/** Returns a generator of uniform numbers (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean)
  let [count, product] = [0, random()]
  while (product > limit) {
    count += 1
    product *= random()
  }
  return count
}
