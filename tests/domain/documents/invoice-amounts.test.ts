import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitGross } from '#domain/documents/invoice-amounts.ts'
import { funnels } from '#domain/funnels/index.ts'

const gross = fc.integer({ min: 0, max: 100_000_000 })

test('net and VAT are whole cents whose sum is the gross price', () => {
  fc.assert(
    fc.property(gross, (cents) => {
      const { netCents, vatCents, grossCents } = splitGross(cents)
      expect([netCents, vatCents].every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
      expect(netCents + vatCents).toBe(cents)
      expect(grossCents).toBe(cents)
    }),
  )
})

test('the net price is the nearest cent to the exact one, in integer arithmetic', () => {
  fc.assert(
    fc.property(gross, (cents) => {
      const { netCents } = splitGross(cents)
      const error = BigInt(netCents) * 119n - BigInt(cents) * 100n
      expect(2n * error < 119n && 2n * error > -119n).toBe(true)
    }),
  )
})

test('a higher price never has a lower net price or less VAT', () => {
  fc.assert(
    fc.property(gross, (cents) => {
      const [lower, higher] = [splitGross(cents), splitGross(cents + 1)]
      expect(higher.netCents).toBeGreaterThanOrEqual(lower.netCents)
      expect(higher.vatCents).toBeGreaterThanOrEqual(lower.vatCents)
    }),
  )
})

// EN 16931 requires this (BR-CO-17). It does not hold for every gross price, so a new price must be checked.
test.each(funnels.flatMap(({ type, price }) => Object.values(price).map((cents) => [type, cents] as const)))(
  'the VAT in the price of %s, %i cents, is 19 % of the net price',
  (_, cents) => {
    const { netCents, vatCents } = splitGross(cents)
    expect(vatCents).toBe(Math.round((netCents * 19) / 100))
  },
)

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (cents) => {
  expect(() => splitGross(cents)).toThrow(RangeError)
})
