import type { ComparedPeriod } from '#domain/reports/day-range.ts'

/** Periods that pages compare with. `value` is the value of the URL parameter `compare`. */
export const comparedPeriods: readonly { value: string; name: string; period: ComparedPeriod }[] = [
  { value: 'vorher', name: 'Zeitraum davor', period: 'before' },
  { value: 'wochentage', name: 'gleiche Wochentage davor', period: 'weekdays' },
  { value: 'vormonat', name: 'gleiche Tage im Vormonat', period: 'month' },
  { value: 'vorjahr', name: 'gleiche Tage im Vorjahr', period: 'year' },
]

/** Returns the period with this value of `compare`, or undefined if there is none. */
export function comparedPeriodOf(value: string | undefined): ComparedPeriod | undefined {
  return comparedPeriods.find((one) => one.value === value)?.period
}

/**
 * Returns the period that the overview compares with unless another one is chosen. A month is compared with the same days
 * of the month before, because the days directly before it are the end of that month.
 */
export function usualPeriod(preset: string): ComparedPeriod {
  return preset === 'monat' || preset === 'letzter-monat' ? 'month' : 'before'
}
