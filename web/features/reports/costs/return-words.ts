import type { Returns } from '#domain/reports/roas/shape.ts'
import { euro } from '#web/features/reports/words/number-format.ts'
import { wholeEuro } from '#web/features/reports/words/estimate-words.ts'

export type Bounded = Returns['roas']

const twoDigits = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats a ratio: `2,38`. */
export const ratio = (value: number): string => twoDigits.format(value)

export const ratioBounds = (of: Bounded): string => boundsOf(of, ratio)
export const euroBounds = (of: Bounded): string => boundsOf(of, wholeEuro)
export const centBounds = (of: Bounded): string => boundsOf(of, exactEuro)

/** Formats cents, which may be a fraction: `−1,66 €`. */
export const exactEuro = (cents: number): string => euro(Math.round(cents)).replace('-', '−')

/** Formats an interval: `1,09 bis 5,12`, or `ab 3 €` if it is not bounded above. */
function boundsOf({ low, high }: Bounded, format: (value: number) => string): string {
  if (low === null) return ''
  return high === null ? `ab ${format(low)}` : `${format(low)} bis ${format(high)}`
}

/** Returns the colour of a contribution: neutral if chance explains that it is not zero. */
export function contributionColour({ low, high }: Bounded): string {
  if (low !== null && low > 0) return 'text-leaf-800'
  return high !== null && high < 0 ? 'text-alarm' : ''
}
