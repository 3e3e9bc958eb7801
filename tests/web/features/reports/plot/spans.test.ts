import { expect, test } from 'vitest'
import { daysOf } from '#domain/reports/day-range.ts'
import { spansOf } from '#web/features/reports/plot/spans.ts'

const days = (from: string, to: string) => daysOf({ from, to }).map((day) => ({ day }))
const shown = (spans: ReturnType<typeof spansOf>) =>
  spans.map(({ day, to, days: inSpan, index, isWhole }) => [day, to, inSpan.length, index, isWhole])

test('weeks begin on Monday; a week is whole if all its days are in the range and over', () => {
  // 2026-11-16 is a Monday.
  expect(shown(spansOf(days('2026-11-06', '2026-11-18'), 'woche', '2026-11-18'))).toEqual([
    ['2026-11-06', '2026-11-08', 3, 0, false],
    ['2026-11-09', '2026-11-15', 7, 3, true],
    ['2026-11-16', '2026-11-18', 3, 10, false],
  ])
  expect(shown(spansOf(days('2026-11-09', '2026-11-15'), 'woche', '2026-11-15'))[0]!.at(-1)).toBe(false)
})

test('months end on their last day, also in a leap year', () => {
  expect(shown(spansOf(days('2028-01-31', '2028-03-31'), 'monat', '2028-04-01'))).toEqual([
    ['2028-01-31', '2028-01-31', 1, 0, false],
    ['2028-02-01', '2028-02-29', 29, 1, true],
    ['2028-03-01', '2028-03-31', 31, 30, true],
  ])
})

test('only the current day is not whole among days', () => {
  expect(shown(spansOf(days('2026-11-17', '2026-11-18'), 'tag', '2026-11-18'))).toEqual([
    ['2026-11-17', '2026-11-17', 1, 0, true],
    ['2026-11-18', '2026-11-18', 1, 1, false],
  ])
})
