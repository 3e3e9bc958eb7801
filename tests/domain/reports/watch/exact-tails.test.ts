import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewerEventsTail, moreHitsTail } from '#domain/reports/watch/exact-tails.ts'
import { randomCases } from '#tests/variants.ts'

// The second computation adds up the distributions with whole numbers, without any rounding.

/** Rows of Pascal's triangle, as far as they were needed. */
const rows = new Map<number, bigint[]>()

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let row = rows.get(n)
  if (!row) rows.set(n, (row = [1n]))
  for (let i = row.length; i <= k; i += 1) row.push((row[i - 1]! * BigInt(n - i + 1)) / BigInt(i))
  return row[k]!
}

/** Divides whole numbers of any size, with 15 digits. */
function quotient(one: bigint, other: bigint): number {
  const scale = 10n ** 40n
  return Number((one * scale) / other) / 1e40
}

/** Weights of each number of hits if the odds are `numerator` / 2 times the usual ones, times a common factor. */
function summedTail(
  all: number,
  hits: number,
  usualAll: number,
  usualHits: number,
  numerator: bigint,
): number {
  const sum = hits + usualHits
  const weight = (k: number) =>
    choose(all, k) * choose(usualAll, sum - k) * numerator ** BigInt(k) * 2n ** BigInt(sum - k)
  let [total, tail] = [0n, 0n]
  for (let k = 0; k <= Math.min(all, sum); k += 1) {
    total += weight(k)
    if (k >= hits) tail += weight(k)
  }
  return quotient(tail, total)
}

const counts = fc
  .record({ all: fc.integer({ min: 1, max: 60 }), usualAll: fc.integer({ min: 1, max: 200 }) })
  .chain(({ all, usualAll }) =>
    fc.record({
      all: fc.constant(all),
      usualAll: fc.constant(usualAll),
      hits: fc.integer({ min: 0, max: all }),
      usualHits: fc.integer({ min: 0, max: usualAll }),
    }),
  )

test.each([
  [2n, 1],
  [3n, 1.5],
  [8n, 4],
])('the tail of more hits is the sum of the weights, with odds of %s halves', (numerator, odds) => {
  fc.assert(
    fc.property(counts, ({ all, hits, usualAll, usualHits }) => {
      const expected = summedTail(all, hits, usualAll, usualHits, numerator)
      const tail = moreHitsTail({ all, hits, usualAll, usualHits }, odds)
      expect(Math.abs(tail - expected)).toBeLessThanOrEqual(1e-10 * expected + 1e-38)
    }),
    { seed: 20261126, numRuns: randomCases(300) },
  )
})

test("is that of Fisher's tea tasting, and stays exact far out", () => {
  expect(moreHitsTail({ all: 4, hits: 3, usualAll: 4, usualHits: 1 })).toBeCloseTo(17 / 70, 12)
  // A message that was never seen before: the product of 10/110, 9/109, …
  expect(
    moreHitsTail({ all: 10, hits: 10, usualAll: 100, usualHits: 0 }) / (1 / Number(choose(110, 10))),
  ).toBeCloseTo(1, 9)
  expect(moreHitsTail({ all: 20_000, hits: 6000, usualAll: 160_000, usualHits: 44_000 })).toBeLessThan(1e-10)
})

test('the tail of fewer events is the sum of the binomial weights', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 8 }),
      (count, usual, weeks) => {
        // Each event is in the period with a probability of 0.4 / (0.4 + weeks) = 2 / (2 + 5 weeks).
        const [inside, outside] = [2n, BigInt(5 * weeks)]
        const all = count + usual
        let tail = 0n
        for (let k = 0; k <= count; k += 1)
          tail += choose(all, k) * inside ** BigInt(k) * outside ** BigInt(all - k)
        const expected = quotient(tail, (inside + outside) ** BigInt(all))
        const found = fewerEventsTail({ count, usual, weeks }, 0.4)
        expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * expected + 1e-38)
      },
    ),
    { seed: 20261126, numRuns: randomCases(200) },
  )
})
