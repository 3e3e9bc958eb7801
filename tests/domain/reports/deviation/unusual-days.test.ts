import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '#domain/invented-data/chance.ts'
import { unusualDays, upperTail } from '#domain/reports/deviation/unusual-days.ts'
import { allVariants } from '#tests/variants.ts'

/** Sums the probabilities of all outcomes with at least `lost` lost runs, one run at a time. */
function enumerated(all: number, lost: number, rate: number): number {
  let chances = [1]
  for (let run = 0; run < all; run++) {
    const next = Array.from({ length: chances.length + 1 }, () => 0)
    for (const [count, chance] of chances.entries()) {
      next[count]! += chance * (1 - rate)
      next[count + 1]! += chance * rate
    }
    chances = next
  }
  return chances.slice(lost).reduce((sum, chance) => sum + chance, 0)
}

test('the tail of the binomial distribution agrees with an enumeration', () => {
  const rates = fc.double({ min: 0.01, max: 0.99, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.nat({ max: 120 }), rates, (all, lost, rate) => {
      fc.pre(lost <= all)
      expect(upperTail({ all, lost }, rate)).toBeCloseTo(enumerated(all, lost, rate), 9)
    }),
  )
  expect(upperTail({ all: 5000, lost: 5000 }, 0.5)).toBe(0)
  expect(upperTail({ all: 5000, lost: 2400 }, 0.5)).toBeGreaterThan(0.99)
})

const usual = Array.from({ length: 27 }, (_, index) => ({
  day: `2026-11-${String(index + 1).padStart(2, '0')}`,
  all: 39,
  lost: 11,
}))

test('a day that loses twice as much is found, with the rate of the others', () => {
  const found = unusualDays([...usual, { day: '2026-11-28', all: 30, lost: 19 }])
  expect(found).toMatchObject([{ day: '2026-11-28', rate: 19 / 30 }])
  expect(found[0]!.usualRate).toBeCloseTo(11 / 39, 2)
})

test.each([
  ['a day that loses less', { all: 30, lost: 0 }],
  ['a day with too few runs', { all: 9, lost: 9 }],
  ['a day without runs', { all: 0, lost: 0 }],
])('%s is not unusual', (_, count) => {
  expect(unusualDays([...usual, { day: '2026-11-28', ...count }])).toEqual([])
})

test('there is nothing to compare with if only one day has runs', () => {
  expect(unusualDays([{ day: '2026-11-28', all: 300, lost: 299 }])).toEqual([])
})

test('on quiet data, at most one examination in fifty finds something', () => {
  const random = seededRandom(7)
  const examinations = allVariants ? 500 : 200
  let alarms = 0
  for (let examination = 0; examination < examinations; examination++) {
    const found = [0.28, 0.18, 0.26, 0.2].some((rate) => {
      const days = Array.from({ length: 28 }, (_, index) => {
        const all = 15 + Math.floor(random() * 30)
        let lost = 0
        for (let run = 0; run < all; run++) if (random() < rate) lost++
        return { day: `day ${index}`, all, lost }
      })
      return unusualDays(days, { tests: 4 * 28 }).length > 0
    })
    if (found) alarms++
  }
  expect(alarms).toBeLessThanOrEqual(examinations / 50)
})
