import { expect, test } from 'vitest'
import { comparedRange } from '#domain/reports/day-range.ts'
import {
  comparedPeriodOf,
  comparedPeriods,
  usualPeriod,
} from '#web/features/reports/filters/compared-periods.ts'
import { presetOf, presets } from '#web/features/reports/filters/period.ts'

const today = '2026-11-26'

test.each([
  ['monat', '2026-10-01', '2026-10-26'],
  // September has fewer days than October.
  ['letzter-monat', '2026-08-31', '2026-09-30'],
  ['woche', '2026-11-19', '2026-11-22'],
  ['28', '2026-10-02', '2026-10-29'],
])('the range %s is compared with %s to %s by default', (preset, from, to) => {
  const range = presetOf(preset)!.on(today)
  expect(comparedRange(range, usualPeriod(preset))).toEqual({ from, to })
})

test('ranges of other lengths are never compared with the month before by default', () => {
  const months = presets.filter(({ value }) => usualPeriod(value) === 'month')
  expect(months.map(({ name }) => name)).toEqual(['Dieser Monat', 'Letzter Monat'])
  expect(usualPeriod('frei')).toBe('before')
})

test('each period can be chosen in the address', () => {
  for (const { value, period } of comparedPeriods) expect(comparedPeriodOf(value)).toBe(period)
})
