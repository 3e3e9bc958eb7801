import type { InvoiceAmounts } from './content.ts'

/** Rate of VAT, which all prices include (§ 12 Abs. 1 UStG). */
export const vatPercent = 19

/**
 * Splits a gross price in integer cents into the net price, rounded to the nearest cent, and VAT. No rounding is a tie,
 * because the divisor 119 is odd. Throws a RangeError unless the price is a non-negative integer.
 */
export function splitGross(grossCents: number): InvoiceAmounts {
  if (!Number.isSafeInteger(grossCents) || grossCents < 0)
    throw new RangeError(`not a price in cents: ${grossCents}`)
  const netCents = Math.round((grossCents * 100) / (100 + vatPercent))
  return { netCents, vatCents: grossCents - netCents, grossCents, vatPercent }
}
