import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allot,
  attributionModels,
  credit,
  creditUnit,
  shares,
  sourceCampaignCredit,
  touchDimensions,
} from '#domain/attribution/credit-touches.ts'
import { channels } from '#domain/attribution/channel.ts'
import { type Contact, countingTouches } from '#domain/attribution/contacts.ts'
import { noon } from '#tests/build-events.ts'
import { randomCases } from '#tests/variants.ts'

const hour = 3600 * 1000
const day = 24 * hour

const touches = (...ages: number[]): Contact[] =>
  ages.map((age) => ({ at: noon - age * hour, channel: 'Unassigned' }))

describe('shares of touches, oldest first', () => {
  test.each([
    ['first', [72, 24, 0], [1, 0, 0]],
    ['last', [72, 24, 0], [0, 0, 1]],
    ['linear', [72, 48, 24, 0], [0.25, 0.25, 0.25, 0.25]],
    ['position', [5], [1]],
    ['position', [5, 0], [0.5, 0.5]],
    ['position', [72, 24, 0], [0.4, 0.2, 0.4]],
    ['position', [72, 48, 24, 0], [0.4, 0.1, 0.1, 0.4]],
    ['decay', [24, 0], [1 / 3, 2 / 3]],
    ['decay', [48, 24, 0], [1 / 7, 2 / 7, 4 / 7]],
    ['decay', [12, 12], [0.5, 0.5]],
  ] as const)('%s of touches %j hours ago is %j', (model, ages, expected) => {
    const got = shares(model, touches(...ages))
    expect(got).toHaveLength(expected.length)
    for (const [index, share] of expected.entries()) expect(got[index]).toBeCloseTo(share, 12)
  })

  test.each(attributionModels)(
    '%s credits a single touch fully and returns nothing without touches',
    (model) => {
      expect(shares(model, touches(3))).toEqual([1])
      expect(shares(model, [])).toEqual([])
    },
  )

  test('decay halves the weight every 24 hours', () => {
    const [older, newer] = shares('decay', touches(24, 0))
    expect(newer! / older!).toBeCloseTo(2, 12)
  })
})

test('counts touches from exactly 7 days before the start, and later ones', () => {
  const list = touches(-1, 7 * 24 + 1 / hour, 7 * 24, 0)
  expect(countingTouches(list, noon).map((touch) => noon - touch.at)).toEqual([7 * day, 0, -hour])
})

test('allots the rest to the largest remainder, and to the earlier of equal ones', () => {
  expect(allot(100, [1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33])
  expect(allot(4999, [0.4, 0.2, 0.4])).toEqual([2000, 1000, 1999])
  expect(allot(5, [0.1, 0.9])).toEqual([1, 4])
})

test('divides an amount among the touches before it sums those of a key', () => {
  const list = ['google', 'bing', 'google'].map((source, index) => ({
    ...touches(0)[0]!,
    at: noon + index,
    source,
  }))
  expect([...credit('linear', 'source', list, 4999)]).toEqual([
    ['google', 3333],
    ['bing', 1666],
  ])
})

test('credits (none) for a missing value and without touches', () => {
  expect([...credit('last', 'medium', [{ ...touches(0)[0]!, source: 'google' }], 1)]).toEqual([['(none)', 1]])
  expect([...credit('last', 'medium', [], 1)]).toEqual([['(none)', 1]])
})

const value = fc.option(fc.constantFrom('a', 'b', 'c', '(none)'), { nil: undefined })
const touch = fc
  .record({
    at: fc.integer({ min: 0, max: 4e12 }),
    channel: fc.constantFrom(...channels),
    source: value,
    medium: value,
    campaign: value,
  })
  .map((one) => JSON.parse(JSON.stringify(one)) as Contact)

test('a source gets exactly the sum of its campaigns, whatever the other touches are', () => {
  fc.assert(
    fc.property(
      fc.array(touch, { maxLength: 12 }),
      fc.constantFrom(...attributionModels),
      fc.oneof(fc.constantFrom(4999, 7999, creditUnit, 0, 1), fc.nat({ max: 100_000_000 })),
      (list, model, amount) => {
        const counting = countingTouches(list, noon)
        const pairs = [...sourceCampaignCredit(model, counting, amount)].map(
          ([key, part]) => [JSON.parse(key) as [string, string], part] as const,
        )
        const summed = (at: 0 | 1) => {
          const sums = new Map<string, number>()
          for (const [pair, part] of pairs) sums.set(pair[at], (sums.get(pair[at]) ?? 0) + part)
          return sums
        }
        expect(summed(0)).toEqual(credit(model, 'source', counting, amount))
        expect(summed(1)).toEqual(credit(model, 'campaign', counting, amount))
      },
    ),
    { numRuns: randomCases(2000) },
  )
})

test('credits of random touches always sum exactly to the whole amount', () => {
  fc.assert(
    fc.property(
      fc.array(touch, { maxLength: 12 }),
      fc.constantFrom(...attributionModels),
      fc.constantFrom(...touchDimensions),
      fc.oneof(fc.constantFrom(4999, 7999, creditUnit, 0, 1), fc.nat({ max: 100_000_000 })),
      (list, model, dimension, amount) => {
        const parts = [...credit(model, dimension, countingTouches(list, noon), amount).values()]
        expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
      },
    ),
    { numRuns: randomCases(2000) },
  )
})
