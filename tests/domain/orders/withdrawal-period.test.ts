import { expect, test } from 'vitest'
import { lastDayToWithdraw } from '#domain/orders/withdrawal-period.ts'

test.each([
  ['2026-11-20T11:00:00Z', '2026-12-04'],
  ['2026-11-20T23:30:00Z', '2026-12-07'],
  ['2026-11-22T11:00:00Z', '2026-12-07'],
  // The 14th day is 25 December, a Friday. The next working day is Monday, 28 December.
  ['2026-12-11T11:00:00Z', '2026-12-28'],
  ['2026-12-18T11:00:00Z', '2027-01-04'],
  // Good Friday to Easter Monday.
  ['2027-03-12T11:00:00Z', '2027-03-30'],
  ['2026-12-24T11:00:00Z', '2027-01-07'],
])('a contract of %s can be withdrawn until %s', (at, lastDay) => {
  expect(lastDayToWithdraw(Date.parse(at))).toBe(lastDay)
})
