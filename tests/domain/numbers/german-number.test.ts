import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { euro, germanDecimal, germanInteger } from '#domain/numbers/german-number.ts'

const integers = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.integer({ min: -100_000, max: 100_000 }))

test('integers are written as Intl writes them', () => {
  const format = new Intl.NumberFormat('de-DE')
  fc.assert(fc.property(integers, (number) => germanInteger(number) === format.format(number)))
})

test.each([
  [4.8, '4,8'],
  [5, '5'],
  [4.666, '4,67'],
])('the rating %f is written %s', (rating, text) => {
  expect(germanDecimal(rating)).toBe(text)
})

test('amounts are written as Intl writes them', () => {
  const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
  const cents = fc.oneof(fc.integer(), fc.integer({ min: -100_000, max: 100_000 }))
  fc.assert(fc.property(cents, (amount) => euro(amount) === format.format(amount / 100)))
})

test.each([
  [4999, '49,99\u00A0€'],
  [5, '0,05\u00A0€'],
  [123_456_700, '1.234.567,00\u00A0€'],
])('%i cents are written %s', (cents, text) => {
  expect(euro(cents)).toBe(text)
})
