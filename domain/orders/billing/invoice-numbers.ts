/** Ranges of numbers without gaps: invoices, and cancellation invoices. Each begins with 1 every calendar year. */
export const numberRanges = ['invoice', 'cancellation'] as const
export type NumberRange = (typeof numberRanges)[number]

const prefixes: Record<NumberRange, string> = { invoice: 'RE', cancellation: 'ST' }

export interface RangeOfYear {
  range: NumberRange
  /** Calendar year in Berlin. */
  year: number
}

/** Returns the text of a number, such as `RE-2026-00001`. */
export function formatNumber({ range, year }: RangeOfYear, number: number): string {
  return `${prefixes[range]}-${year}-${String(number).padStart(5, '0')}`
}

/** Returns the number in a text of `formatNumber`; undefined if it belongs to another range or year. */
export function readNumber({ range, year }: RangeOfYear, text: string): number | undefined {
  const [, prefix, inYear, digits] = /^([A-Z]{2})-(\d{4})-(\d{5,15})$/.exec(text) ?? []
  return prefix === prefixes[range] && Number(inYear) === year ? Number(digits) : undefined
}
