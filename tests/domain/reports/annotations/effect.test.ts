import { shiftDay } from '#domain/reports/day-range.ts'
import { describe, expect, test } from 'vitest'
import { type DailyCounts, effectOn } from '#domain/reports/annotations/effect.ts'
import { riskDifference } from '#domain/reports/deviation/risk-difference.ts'

const day = '2026-11-11'

/** Returns counts of a funnel for the days from 7 before to 7 after `day`, with this number of orders of 40 runs each. */
const counts = (orders: (offset: number) => number, funnel = 'anmeldung'): DailyCounts[] =>
  Array.from({ length: 15 }, (_, index) => index - 7).map((offset) => ({
    funnel,
    day: shiftDay(day, offset),
    runs: 40,
    orders: orders(offset),
  }))

const all = { today: '2026-12-24', funnel: null }

describe('before and after a day', () => {
  test('are the 7 days on each side without the day itself', () => {
    const effect = effectOn(
      day,
      counts((offset) => (offset === 0 ? 40 : offset < 0 ? 10 : 20)),
      all,
    )
    expect(effect).toMatchObject({
      days: 7,
      before: { from: '2026-11-04', to: '2026-11-10', runs: 280, orders: 70, conversionRate: 0.25 },
      after: { from: '2026-11-12', to: '2026-11-18', runs: 280, orders: 140, conversionRate: 0.5 },
    })
    // With strata of equal size, the difference is that of the rates, and the interval that of two shares.
    const deviation = Math.sqrt(0.25 * 0.75 + 0.5 * 0.5) / Math.sqrt(280)
    expect(effect!.difference!.value).toBeCloseTo(0.25, 10)
    expect(effect!.difference!.low).toBeCloseTo(0.25 - 1.96 * deviation, 2)
    expect(effect!.difference!.high).toBeCloseTo(0.25 + 1.96 * deviation, 2)
  })

  test('are the same weekdays while the days after are not over', () => {
    const effect = effectOn(
      day,
      counts(() => 10),
      { today: '2026-11-14', funnel: null },
    )
    expect(effect).toMatchObject({
      days: 2,
      after: { from: '2026-11-12', to: '2026-11-13', runs: 80 },
      before: { from: '2026-11-05', to: '2026-11-06', runs: 80 },
    })
    expect(
      effectOn(
        day,
        counts(() => 10),
        { today: '2026-11-12', funnel: null },
      ),
    ).toBeNull()
  })

  test('count one funnel, or compare each funnel with itself', () => {
    const both = [...counts(() => 10), ...counts((offset) => (offset < 0 ? 30 : 20), 'abmeldung')]
    expect(effectOn(day, both, { ...all, funnel: 'abmeldung' })).toMatchObject({
      before: { runs: 280, orders: 210 },
      after: { runs: 280, orders: 140 },
    })
    const { difference } = effectOn(day, both, all)!
    const strata = Array.from({ length: 7 }, () => [
      { exposed: 40, exposedLost: 10, others: 40, othersLost: 10 },
      { exposed: 40, exposedLost: 20, others: 40, othersLost: 30 },
    ])
    expect(difference!.value).toBeCloseTo(riskDifference(strata.flat())!.difference.value, 10)
  })

  test('have no difference with fewer than 20 runs on a side', () => {
    const few = counts(() => 1).map((one) => ({ ...one, runs: one.day < day ? 40 : 2 }))
    expect(effectOn(day, few, all)).toMatchObject({ after: { runs: 14 }, difference: null })
  })
})
