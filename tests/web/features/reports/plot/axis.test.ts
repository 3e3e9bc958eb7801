import { expect, test } from 'vitest'
import { share } from '#web/features/reports/words/number-format.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { addDays } from '#web/features/reports/filters/period.ts'
import { tickText, timeText, timeTicks } from '#web/features/reports/plot/axis.ts'

test('labels leave out decimals that are all zero', () => {
  expect(tickText(0.25, share).replace('\u00a0', ' ')).toBe('25 %')
  expect(tickText(0.025, share).replace('\u00a0', ' ')).toBe('2,5 %')
  expect(tickText(200_000, euro).replace('\u00a0', ' ')).toBe('2.000 €')
  expect(tickText(1050, euro).replace('\u00a0', ' ')).toBe('10,50 €')
})

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const day = addDays(first, index)
    return { day, to: day, isWhole: true }
  })

const labeledDays = (points: ReturnType<typeof daysFrom>, max: number) =>
  timeTicks(points, max).map((index) => points[index]!.day)

test('many days are labeled at Mondays, more at the first of a month', () => {
  const mondays = labeledDays(daysFrom('2026-08-28', 90), 14)
  expect(mondays).toHaveLength(13)
  for (const day of mondays) expect(new Date(day).getUTCDay()).toBe(1)
  expect(labeledDays(daysFrom('2026-08-28', 90), 5)).toEqual(['2026-09-01', '2026-10-01', '2026-11-01'])
})

test('few days are labeled one by one, or every other day, also across the end of a month', () => {
  expect(labeledDays(daysFrom('2026-11-19', 7), 14)).toHaveLength(7)
  const days = labeledDays(daysFrom('2026-10-28', 7), 4)
  expect(days).toEqual(['2026-10-28', '2026-10-30', '2026-11-01', '2026-11-03'])
})

test('weeks and months that begin before the range have a label if all have one', () => {
  const weeks = [
    { day: '2026-11-06', to: '2026-11-08', isWhole: false },
    { day: '2026-11-09', to: '2026-11-15', isWhole: true },
    { day: '2026-11-16', to: '2026-11-18', isWhole: false },
  ]
  expect(timeTicks(weeks, 14)).toEqual([0, 1, 2])
})

const hoursOf = (day: string, left: readonly number[] = []) =>
  [...Array(24).keys()]
    .filter((hour) => !left.includes(hour))
    .map((hour) => ({ day, to: day, hour: String(hour).padStart(2, '0'), isWhole: true }))

test('hours are labeled at round hours and at midnight, also when the clocks change', () => {
  const labels = (points: ReturnType<typeof hoursOf>, max: number) =>
    timeTicks(points, max)
      .map((index) => timeText(points[index]!))
      .join(', ')
  const two = [...hoursOf('2026-11-19'), ...hoursOf('2026-11-20')]
  expect(labels(two, 8)).toBe('19.11., 6 Uhr, 12 Uhr, 18 Uhr, 20.11., 6 Uhr, 12 Uhr, 18 Uhr')
  expect(labels(two, 3)).toBe('19.11., 20.11.')
  const spring = hoursOf('2026-03-29', [2])
  expect(labels(spring, 8)).toBe('29.03., 3 Uhr, 6 Uhr, 9 Uhr, 12 Uhr, 15 Uhr, 18 Uhr, 21 Uhr')
})

test('a label names a day, a month or an hour', () => {
  const whole = { isWhole: true }
  expect(timeText({ day: '2026-11-02', to: '2026-11-08', ...whole })).toBe('02.11.')
  expect(timeText({ day: '2026-11-01', to: '2026-11-30', ...whole })).toBe('Nov. 26')
  expect(timeText({ day: '2026-11-01', to: '2026-11-01', hour: '09', ...whole })).toBe('9 Uhr')
})
