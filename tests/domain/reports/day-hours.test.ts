import { expect, test } from 'vitest'
import { hoursOf } from '#domain/reports/day-hours.ts'

test.each([
  ['an ordinary day', '2026-11-22', 24, '02', 60],
  ['the day on which clocks are set back', '2026-10-25', 24, '02', 120],
  ['the day on which clocks are set forward', '2026-03-29', 23, '02', undefined],
])('the hours of %s', (_, day, count, hour, minutes) => {
  const hours = hoursOf({ from: day, to: day })
  expect(hours).toHaveLength(count)
  expect(hours[0]).toEqual({ day, hour: '00', minutes: 60 })
  expect(hours.at(-1)).toEqual({ day, hour: '23', minutes: 60 })
  expect(hours.find((one) => one.hour === hour)?.minutes).toBe(minutes)
  expect(hours.map((one) => one.hour)).toEqual(hours.map((one) => one.hour).toSorted())
})

test('lists the hours of several days in order', () => {
  const hours = hoursOf({ from: '2026-03-28', to: '2026-03-30' })
  expect(hours).toHaveLength(24 + 23 + 24)
  expect(hours.map(({ day, hour }) => day + hour)).toEqual(
    hours.map(({ day, hour }) => day + hour).toSorted(),
  )
})
