import type { DayRange } from '#domain/reports/day-range.ts'
import { germanDecimal, germanInteger } from '#domain/numbers/german-number.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import { formatDay } from '#service/emails/template/format-values.ts'

/** Returns a number of things in German, for example `1 Antrag` or `1.234 Anträge`. */
export function countOf(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${withMinus(germanInteger(count))} ${count === 1 ? one : many}`
}

export const applications = ['Antrag', 'Anträge'] as const
export const orders = ['Bestellung', 'Bestellungen'] as const

/** Returns a share in percent with one decimal. */
export const percent = (share: number): string =>
  `${(Math.round(share * 1000) / 10).toFixed(1).replace('.', ',')}\u00A0%`

/** Returns a difference of shares in percentage points, without the unit and with a sign. */
export const signedPoints = (difference: number): string =>
  `${difference > 0 ? '+' : ''}${oneDecimal(difference * 100)}`

/** Returns estimated cents as whole euros. Cents would suggest an exactness that an estimate does not have. */
export const wholeEuro = (cents: number): string =>
  `${withMinus(germanInteger(Math.round(cents / 100)))}\u00A0€`

export function oneDecimal(value: number): string {
  return withMinus(germanDecimal(Math.round(value * 10) / 10))
}

const withMinus = (text: string): string => text.replace('-', '−')

/** Returns a range of days, for example `16. bis 22. November 2026`. */
export function daysWords({ from, to }: DayRange): string {
  const [first, last] = [formatDay(startOfDay(from)), formatDay(startOfDay(to))]
  const [day, month] = first.split(' ')
  if (from.slice(0, 7) === to.slice(0, 7)) return `${day} bis ${last}`
  return from.slice(0, 4) === to.slice(0, 4) ? `${day} ${month} bis ${last}` : `${first} bis ${last}`
}
