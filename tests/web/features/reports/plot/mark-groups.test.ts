import { expect, test } from 'vitest'
import { addDays } from '#web/features/reports/filters/period.ts'
import { markGroups } from '#web/features/reports/plot/mark-groups.ts'

const points = Array.from({ length: 28 }, (_, index) => {
  const day = addDays('2026-11-01', index)
  return { day, to: day, isWhole: true }
})
const mark = (day: string, name = day) => ({ id: name, day, name })
const marks = [mark('2026-11-03'), mark('2026-11-04', 'a'), mark('2026-11-04', 'b'), mark('2026-11-20')]

test('marks that are close to each other share a button, which no other one overlaps', () => {
  const groups = markGroups(points, marks, (index) => index * 10)
  expect(groups.map((group) => group.marks.map(({ name }) => name))).toEqual([
    ['2026-11-03', 'a', 'b'],
    ['2026-11-20'],
  ])
  expect(groups.map(({ index, left, width }) => [index, left, width])).toEqual([
    [3, 8, 34],
    [19, 178, 24],
  ])
})

test('with enough room, each marked point has its own button', () => {
  const groups = markGroups(points, marks, (index) => index * 30)
  expect(groups.map(({ index }) => index)).toEqual([2, 3, 19])
})

test('hours of several days are marked at midnight', () => {
  const hours = ['00', '01', '02'].map((hour) => ({
    day: '2026-11-20',
    to: '2026-11-20',
    hour,
    isWhole: true,
  }))
  expect(markGroups(hours, marks, (index) => index * 30).map(({ index }) => index)).toEqual([0])
})
