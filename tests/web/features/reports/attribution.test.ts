import { describe, expect, test } from 'vitest'
import {
  type Credits,
  againstLast,
  bestUnderLast,
  differences,
  differsFromLast,
  sameTotals,
} from '#web/features/reports/attribution/models.ts'

const credits = (revenueCents: number, orders = 1): Credits => ({
  runs: 10,
  orders,
  revenueCents,
  netRevenueCents: revenueCents,
  conversionRate: 0.1,
})
const models = (last: number, linear: number) => ({
  first: credits(0),
  last: credits(last),
  linear: credits(linear),
  position: credits(0),
  decay: credits(0),
})

test('differences are the three keys that differ most between last and linear, without equal ones', () => {
  const rows = [
    { key: 'equal', models: models(500, 500) },
    { key: 'little', models: models(100, 90) },
    { key: 'some', models: models(100, 150) },
    { key: 'much', models: models(1000, 400) },
    { key: 'more', models: models(0, 700) },
  ]
  expect(differences({ rows }).map(({ key, cents }) => [key, cents])).toEqual([
    ['more', 700],
    ['much', -600],
    ['some', 50],
  ])
})

describe('totals of all models', () => {
  const totals = models(300, 300)
  const equal = { ...totals, first: credits(300), position: credits(300), decay: credits(300) }
  test('are compared to the cent', () => {
    expect(sameTotals(equal, 'revenue')).toBe(true)
    expect(sameTotals({ ...equal, decay: credits(301) }, 'revenue')).toBe(false)
  })
  test('are equal if fractions of orders have the same sum', () => {
    expect(sameTotals({ ...equal, linear: credits(300, 0.1 + 0.2 + 0.7) }, 'orders')).toBe(true)
    expect(sameTotals({ ...equal, linear: credits(300, 1.5) }, 'orders')).toBe(false)
  })
})

test.each([
  [112, 100, '+12 %'],
  [50, 100, '−50 %'],
  [100.2, 100, undefined],
  [0, 0, undefined],
  [5, 0, 'neu'],
])('%d compared to %d under last touch is %s', (value, last, text) => {
  expect(againstLast('orders', value, last)).toBe(text)
})

test.each([
  [0.403, 0.389, '+1,4 Punkte'],
  [0.379, 0.389, '−1 Punkt'],
  [0.38904, 0.389, undefined],
  [0.1, 0, 'neu'],
])('rates are compared in points: %d with %d is %s', (value, last, text) => {
  expect(againstLast('conversion', value, last)).toBe(text)
})

test('the best key is never (none) and has revenue', () => {
  const rows = [
    { key: '(none)', models: models(900, 0) },
    { key: 'little', models: models(100, 800) },
    { key: 'most', models: models(700, 0) },
  ]
  expect(bestUnderLast({ rows })?.key).toBe('most')
  expect(bestUnderLast({ rows: [{ key: 'none', models: models(0, 5) }] })).toBeUndefined()
})

const of = (orders: number): Credits => ({ ...credits(orders * 4000, orders), runs: orders * 3 })

describe('a difference to the model last', () => {
  const totals = of(800)

  test.each([
    [36, 42, 100, false],
    [36, 60, 100, true],
    [36, 12, 100, true],
    [120, 138, 102, false],
    [120, 141, 102, true],
    [120, 99, 102, true],
    [120, 122, 1, false],
    [5, 5, 100, false],
    // By the sign test, five of five have a probability of 6 %, and six of six one of 3 %.
    [0, 5, 100, false],
    [0, 6, 100, true],
  ])('of %d and %d orders, %d of them with several contacts, is clear: %s', (last, other, several, clear) => {
    const compared = { credits: of(other), last: of(last), totals, severalContacts: several }
    for (const measure of ['orders', 'revenue', 'ordered'] as const)
      expect(differsFromLast(measure, compared)).toBe(clear)
  })

  test('is never clear for rates, and without orders', () => {
    const compared = { credits: of(100), last: of(1), totals, severalContacts: 100 }
    expect(differsFromLast('conversion', compared)).toBe(false)
    expect(differsFromLast('revenue', { ...compared, totals: of(0) })).toBe(false)
  })
})
