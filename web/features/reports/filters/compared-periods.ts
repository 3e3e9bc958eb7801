import type { ComparedPeriod } from '#domain/reports/day-range.ts'

/** Periods that pages compare with. `value` is the value of the URL parameter `compare`. */
export const comparedPeriods: readonly { value: string; name: string; period: ComparedPeriod }[] = [
  { value: 'vorher', name: 'Zeitraum davor', period: 'before' },
  { value: 'wochentage', name: 'gleiche Wochentage davor', period: 'weekdays' },
  { value: 'vorjahr', name: 'gleiche Tage im Vorjahr', period: 'year' },
]

/** Returns the period with this value of `compare`, or undefined if there is none. */
export function comparedPeriodOf(value: string | undefined): ComparedPeriod | undefined {
  return comparedPeriods.find((one) => one.value === value)?.period
}
