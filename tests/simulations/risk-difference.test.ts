import { expect, test } from 'vitest'
import { seededRandom } from '#domain/invented-data/chance.ts'
import { riskDifference } from '#domain/reports/deviation/risk-difference.ts'

test('95 of 100 intervals contain the true difference, with many small strata', () => {
  const chance = seededRandom(20_261_123)
  const draw = (runs: number, risk: number) =>
    Array.from({ length: runs }, () => chance() < risk).filter(Boolean).length
  const trials = 4000
  let covered = 0
  for (let trial = 0; trial < trials; trial++) {
    const strata = Array.from({ length: 84 }, (_, index) => {
      const [exposed, others] = [index % 4, 4 + (index % 9)]
      const usual = 0.15 + (index % 5) * 0.05
      return {
        exposed,
        exposedLost: draw(exposed, usual + 0.12),
        others,
        othersLost: draw(others, usual),
      }
    })
    const { low, high } = riskDifference(strata)!.difference
    if (low <= 0.12 && 0.12 <= high) covered++
  }
  expect(covered / trials).toBeGreaterThan(0.935)
  expect(covered / trials).toBeLessThan(0.965)
})
