import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Arm, difference } from '#domain/reports/experiments/difference.ts'
import { neededRuns, plannedShare, testPlan } from '#domain/reports/experiments/plan.ts'
import { isRatioWrong, logGamma } from '#domain/reports/experiments/sample-ratio.ts'
import { slowRuns } from '#domain/reports/experiments/step-times.ts'
import { timeBucket } from '#domain/runs/buckets/time-buckets.ts'

const plan = testPlan({ rate: 0.5, lift: 0.1, weights: [1, 1] })

describe('the difference of two shares', () => {
  test('is estimated with an interval that gets shorter with more runs', () => {
    const [few, many] = [200, 20_000].map((runs) =>
      difference({ runs, orders: runs * 0.5 }, { runs, orders: runs * 0.55 }, plan),
    ) as [NonNullable<ReturnType<typeof difference>>, NonNullable<ReturnType<typeof difference>>]
    expect(few.value).toBeCloseTo(0.05)
    expect(few.low).toBeLessThan(0)
    expect(many.low).toBeGreaterThan(0)
    expect(many.high - many.low).toBeLessThan(few.high - few.low)
  })

  // 2000 of 4000 and 2200 of 4000: V = 0.25/4000 + 0.2475/4000, spread 0.05.
  test('has the bounds of the formula, computed by hand', () => {
    const shown = difference({ runs: 4000, orders: 2000 }, { runs: 4000, orders: 2200 }, plan)!
    const variance = (0.5 * 0.5 + 0.55 * 0.45) / 4000
    const half = Math.sqrt(
      ((2 * variance * (variance + 0.0025)) / 0.0025) *
        (Math.log(20) + Math.log((variance + 0.0025) / variance) / 2),
    )
    expect(shown.high - shown.value).toBeCloseTo(half, 5)
    expect(shown.value - shown.low).toBeCloseTo(half, 5)
  })

  test('is the opposite if control and variant change places', () =>
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9999 }), fc.integer({ min: 100, max: 9999 }), (one, other) => {
        const arms = [
          { runs: one, orders: Math.floor(one / 3) },
          { runs: other, orders: Math.floor(other / 2) },
        ] as const
        const [there, back] = [difference(arms[0], arms[1], plan)!, difference(arms[1], arms[0], plan)!]
        expect(there.value).toBeCloseTo(-back.value, 12)
        expect(there.low).toBeCloseTo(-back.high, 12)
      }),
    ))

  test.each([
    [
      { runs: 1000, orders: 10 },
      { runs: 1000, orders: 19 },
    ],
    [
      { runs: 1000, orders: 990 },
      { runs: 1000, orders: 981 },
    ],
    [
      { runs: 29, orders: 15 },
      { runs: 1000, orders: 500 },
    ],
    [
      { runs: 0, orders: 0 },
      { runs: 0, orders: 0 },
    ],
  ])('is not shown for few outcomes: %j and %j', (control, variant) => {
    expect(difference(control, variant, plan)).toBeUndefined()
  })
})

const times = (counts: [number, number][]) => new Map(counts.map(([ms, runs]) => [timeBucket(ms), runs]))

describe('the runs that are slower than usual', () => {
  const control = times([
    [10_000, 300],
    [20_000, 200],
    [40_000, 500],
  ])

  test('are those over the time of half of the control', () => {
    const variant = times([
      [10_000, 200],
      [20_000, 100],
      [40_000, 600],
      [90_000, 100],
    ])
    const shown = slowRuns(control, variant, { alpha: 0.05 })
    expect([shown.timed, shown.slow]).toEqual([1000, 700])
    expect(shown.limitSeconds).toBeGreaterThan(20)
    expect(shown.limitSeconds).toBeLessThan(22)
    const arms = [500, 700].map((orders) => ({ runs: 1000, orders })) as [Arm, Arm]
    // Right after the limit, the variant has 600 times and the control 500.
    arms[0].inflation = 1.2 ** 2
    expect(shown.difference).toEqual(difference(...arms, { spread: 0.1, alpha: 0.05 }))
    expect(shown.difference!.low).toBeGreaterThan(0)
  })

  test('have no difference for the control itself, for few runs and without times', () => {
    const { difference: own, slow } = slowRuns(control, control, { alpha: 0.05 })
    expect([own, slow]).toEqual([null, 500])
    expect(slowRuns(control, times([[90_000, 29]]), { alpha: 0.05 }).difference).toBeNull()
    expect(slowRuns(new Map(), control, { alpha: 0.05 })).toEqual({
      limitSeconds: null,
      timed: 1000,
      slow: 0,
      difference: null,
    })
  })

  test('are counted by time, whatever the order of the buckets', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1 }), (all) => {
        const counts = new Map<number, number>()
        for (const ms of all) counts.set(timeBucket(ms), (counts.get(timeBucket(ms)) ?? 0) + 1)
        const { limitSeconds, slow, timed } = slowRuns(counts, new Map(counts), { alpha: 0.05 })
        expect(timed).toBe(all.length)
        // The limit has three digits, so times that close to it may be on either side.
        const limit = limitSeconds! * 1000
        expect(slow).toBeGreaterThanOrEqual(all.filter((ms) => ms > limit * 1.01).length)
        expect(slow).toBeLessThanOrEqual(all.filter((ms) => ms > limit * 0.99).length)
      }),
    ))
})

const needed = (lift: number, rate = 0.4, weights = [1, 1]) => neededRuns({ rate, lift, weights })

describe('the plan', () => {
  test('needs more runs for smaller changes, lower rates and more variants', () => {
    expect(needed(0.05)).toBeGreaterThan(3 * needed(0.1))
    expect(needed(0.1, 0.2)).toBeGreaterThan(needed(0.1))
    expect(needed(0.1, 0.4, [1, 1, 1])).toBeGreaterThan(needed(0.1))
    expect(needed(0.1, 0.4, [9, 1])).toBeGreaterThan(needed(0.1))
  })

  test('is more than a test that is looked at only once needs, and less than four times as much', () => {
    // Fixed test: (1.96 + 0.84)² · 2 · 0.4 · 0.6 / 0.04² · 2 arms.
    const fixed = (2.8 ** 2 * (0.4 * 0.6 + 0.44 * 0.56) * 2) / 0.04 ** 2
    expect(needed(0.1)).toBeGreaterThan(fixed)
    expect(needed(0.1)).toBeLessThan(4 * fixed)
  })

  test('is made for the changed share, or for the half of what is left to 100 %', () => {
    expect(plannedShare({ rate: 0.4, lift: 0.1 })).toBeCloseTo(0.44)
    expect(plannedShare({ rate: 0.9, lift: 0.1 })).toBeCloseTo(0.95)
  })

  test('ends for every rate and lift', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 100 }), (rate, lift) => {
        const runs = neededRuns({ rate: rate / 10_000, lift: lift / 100, weights: [1, 1] })
        expect(Number.isSafeInteger(runs) && runs > 0).toBe(true)
      }),
    ))
})

describe('the sample ratio', () => {
  test.each([
    [1, 0],
    [2, 0],
    [5, Math.log(24)],
    [20.5, 40.831501],
    [101, 363.7393756],
  ])('the logarithm of the gamma function of %d', (x, expected) => {
    expect(logGamma(x)).toBeCloseTo(expected, 5)
  })

  test.each([
    [[1, 1], [5000, 5000], false],
    [[1, 1], [5050, 4950], false],
    [[1, 1], [5500, 4500], true],
    [[1, 3], [2500, 7500], false],
    [[1, 3], [5000, 5000], true],
    [[1, 1, 1], [800, 1000, 1200], true],
    [[1, 1], [0, 0], false],
    [[1, 1], [12, 0], false],
    [[1, 1], [200, 0], true],
  ])('of the weights %j and the runs %j is wrong: %s', (weights, runs, expected) => {
    expect(isRatioWrong(weights.map((weight, index) => ({ weight, runs: runs[index]! })))).toBe(expected)
  })
})
