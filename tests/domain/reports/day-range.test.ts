import { expect, test } from 'vitest'
import { daysOf, rangeBefore } from '#domain/reports/day-range.ts'

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
