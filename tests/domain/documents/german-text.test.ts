import { expect, test } from 'vitest'
import { writtenDay } from '#domain/documents/german-text.ts'

test.each([
  ['2026-12-01', '1. Dezember 2026'],
  ['2028-02-29', '29. Februar 2028'],
  ['2027-03-31', '31. März 2027'],
])('the day %s is written %s', (day, text) => {
  expect(writtenDay(day)).toBe(text)
})

test.each(['2026-02-30', '2026-12', ''])('%j is no day', (day) => {
  expect(() => writtenDay(day)).toThrow(RangeError)
})
