import { describe, expect, test } from 'vitest'
import {
  type Credits,
  againstLast,
  bestUnderLast,
  differences,
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
  expect(againstLast(value, last)).toBe(text)
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
