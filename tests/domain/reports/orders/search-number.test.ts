import { expect, test } from 'vitest'
import { searchNumber } from '#domain/reports/orders/search-number.ts'

test.each([
  ['FL-EYTQ0W5CCM', 'FL-EYTQ0W5CCM'],
  [' fl-eytq 0w5c ', 'FL-EYTQ0W5C'],
  ['eytq', 'FL-EYTQ'],
  ['FLEYTQOW', 'FL-EYTQ0W'],
  ['FL-1IL', 'FL-111'],
  ['7', 'FL-7'],
  ['FL-', undefined],
  ['', undefined],
  ['%_', undefined],
  ['A'.repeat(99), `FL-${'A'.repeat(17)}`],
])('reads %j as %j', (text, number) => {
  expect(searchNumber(text)).toBe(number)
})
