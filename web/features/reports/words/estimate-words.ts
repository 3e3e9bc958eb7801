import type { Estimate } from '#domain/reports/deviation/risk-difference.ts'
import { number, points } from './number-format.ts'

/** Formats estimated cents as whole euros: `854 €`. Cents would suggest an exactness that an estimate does not have. */
export function wholeEuro(cents: number): string {
  return `${withMinus(number(Math.round(cents / 100)))}\u00a0€`
}

/** Formats the interval of estimated cents: `475 € bis 1.235 €`. */
export const euroInterval = ({ low, high }: Estimate): string => `${wholeEuro(low)} bis ${wholeEuro(high)}`

/** Formats the interval of a difference of shares in percentage points: `4,1 bis 15,4`. */
export const pointInterval = ({ low, high }: Estimate): string => `${pointsOf(low)} bis ${pointsOf(high)}`

/** Formats a difference of shares in percentage points: `12,3`. */
export const pointsOf = (difference: number): string => withMinus(points(difference * 100))

const withMinus = (text: string): string => text.replace('-', '−')
