import { describe, expect, test } from 'vitest'
import { simulate, simulateRatio, simulateSpeed } from '#tools/experiments/simulate.ts'
import { allVariants } from '#tests/variants.ts'

describe('looked at after every run', () => {
  const settings = { rate: 0.5, lift: 0.3, length: 3, experiments: 400, seed: 7 }

  // The seed is fixed, so the shares are as well.
  test('experiments without a difference show one in at most 5 %, where a fixed test shows one in most', () => {
    const { found, foundByFixedTest, missed } = simulate({ ...settings, trueLift: 0 })
    expect(found).toBeLessThanOrEqual(0.05)
    expect(missed).toBeLessThanOrEqual(0.05)
    expect(foundByFixedTest).toBeGreaterThan(0.25)
  })

  test('experiments with the planned difference find it in at least 80 % of them, most of them early', () => {
    const { foundAsPlanned, missed, medianRuns, needed } = simulate({ ...settings, trueLift: 0.3 })
    expect(foundAsPlanned).toBeGreaterThan(0.8)
    expect(missed).toBeLessThanOrEqual(0.05)
    expect(medianRuns!).toBeLessThan(needed)
  })

  test('a slower step is warned of, and in at most 5 % of the experiments one that is not slower', () => {
    const speed = { steps: 2, runs: 1500, experiments: allVariants ? 40 : 20, seed: 5 }
    expect(simulateSpeed({ ...speed, factor: 1 })).toBeLessThanOrEqual(0.05)
    expect(simulateSpeed({ ...speed, factor: 1.5 })).toBeGreaterThan(0.9)
    expect(simulateSpeed({ ...speed, steps: 1, factor: 0.6 })).toBe(0)
  })

  test('a step is not called slower because the times of the variant spread less', () => {
    const speed = {
      steps: 2,
      factor: 1,
      deviation: 0.4,
      runs: 1500,
      experiments: allVariants ? 100 : 40,
      seed: 5,
    }
    expect(simulateSpeed(speed)).toBeLessThanOrEqual(0.05)
  })

  test('a wrong ratio is warned of, a right one is not', () => {
    expect(simulateRatio(0.5, { runs: 3000, experiments: 100, seed: 3 })).toBe(0)
    expect(simulateRatio(0.4, { runs: 3000, experiments: 100, seed: 3 })).toBe(1)
  })
})
