import { expect, test } from 'vitest'
import { comparedRange, daysOf, rangeBefore } from '#domain/reports/day-range.ts'

test.each([
  ['2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19'],
  ['2026-11-14', '2026-11-20', '2026-11-07', '2026-11-13'],
  ['2028-02-28', '2028-03-01', '2028-02-25', '2028-02-27'],
  // Clocks are set back on 25 October 2026, so that day has 25 hours.
  ['2026-10-24', '2026-10-26', '2026-10-21', '2026-10-23'],
  ['0000-01-01', '0000-01-02', '-000001-12-30', '-000001-12-31'],
])('the range before %s to %s is %s to %s', (from, to, before, until) => {
  expect(rangeBefore({ from, to })).toEqual({ from: before, to: until })
  expect(daysOf(rangeBefore({ from, to }))).toHaveLength(daysOf({ from, to }).length)
})

test('a range includes both ends', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-02' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(daysOf({ from: '9999-12-31', to: '9999-12-31' })).toEqual(['9999-12-31'])
})

test.each([
  // 2026-11-16 is a Monday.
  ['weekdays', '2026-11-18', '2026-11-18', '2026-11-11', '2026-11-11'],
  ['weekdays', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['weekdays', '2026-11-16', '2026-11-23', '2026-11-02', '2026-11-09'],
  // Clocks were set forward on 29 March 2026.
  ['weekdays', '2026-03-30', '2026-03-31', '2026-03-23', '2026-03-24'],
  ['year', '2026-11-01', '2026-11-30', '2025-11-01', '2025-11-30'],
  ['year', '2028-02-29', '2028-03-01', '2027-02-28', '2027-03-01'],
  ['month', '2026-11-01', '2026-11-26', '2026-10-01', '2026-10-26'],
  ['month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-30'],
  ['month', '2027-01-01', '2027-01-05', '2026-12-01', '2026-12-05'],
  ['month', '2026-11-20', '2026-11-21', '2026-10-20', '2026-10-21'],
  // Clocks were set forward on 29 March and back on 25 October 2026.
  ['month', '2026-04-29', '2026-04-30', '2026-03-29', '2026-03-30'],
  // The month before has no such date.
  ['month', '2026-03-31', '2026-03-31', '2026-02-28', '2026-02-28'],
  ['month', '2028-03-30', '2028-03-31', '2028-02-29', '2028-03-01'],
  // The month before is too short, or the range too long.
  ['month', '2026-10-01', '2026-10-31', '2026-08-31', '2026-09-30'],
  ['month', '2026-03-01', '2026-03-29', '2026-01-31', '2026-02-28'],
  ['month', '2026-10-01', '2026-11-20', '2026-08-11', '2026-09-30'],
  ['month', '0000-01-01', '0000-01-02', '-000001-12-30', '-000001-12-31'],
  ['before', '2026-03-23', '2026-03-29', '2026-03-16', '2026-03-22'],
] as const)('compared by %s, %s to %s is compared with %s to %s', (period, from, to, before, until) => {
  const range = { from, to }
  const compared = comparedRange(range, period)
  expect(compared).toEqual({ from: before, to: until })
  expect(daysOf(compared)).toHaveLength(daysOf(range).length)
})
