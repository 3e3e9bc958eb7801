import type { CostErrorCode } from '#domain/operations/cost-errors.ts'
import { maxCostCents } from '#domain/operations/cost-limits.ts'

type AmountError = Extract<CostErrorCode, 'amount' | 'ambiguous' | 'negative' | 'too-large'>

/** An amount without separators of thousands, or with one kind of them between groups of three digits. */
const plain = /^(\d+)(?:([.,])(\d{1,6}))?$/
const grouped = /^\d{1,3}(?:([., '’\u00a0\u202f])\d{3})(?:\1\d{3})*(?:(?!\1)([.,])(\d{1,6}))?$/

/**
 * Reads an amount in euros as it is written in German or English, such as `1.234,56 €` or `1,234.56`. Returns cents,
 * rounded to the nearest. A single separator before three digits, as in `1.234`, can mean either, and is refused.
 */
export function readAmount(text: string): number | AmountError {
  const amount = text.replace(/^(?:€|EUR)\s*|\s*(?:€|EUR)$/giu, '').trim()
  if (/^[-−]/.test(amount)) return 'negative'
  const cents = centsOf(amount)
  return typeof cents === 'number' && cents > maxCostCents ? 'too-large' : cents
}

function centsOf(amount: string): number | 'amount' | 'ambiguous' {
  // Of more digits, the sum could exceed the safe integers.
  if (amount.length > 24) return 'amount'
  const isAmbiguous = /^[1-9]\d{0,2}[.,]\d{3}$/.test(amount)
  if (isAmbiguous) return 'ambiguous'
  const [, whole, , decimals] = plain.exec(amount) ?? []
  if (whole !== undefined) return toCents(whole, decimals)
  const found = grouped.exec(amount)
  if (!found) return 'amount'
  const [, , separator, fraction] = found
  const integer = separator === undefined ? amount : amount.slice(0, amount.lastIndexOf(separator))
  return toCents(integer.replaceAll(/\D/g, ''), fraction)
}

function toCents(whole: string, decimals = ''): number {
  // Six decimals are an integer of at most seven digits, which is divided without an error of representation.
  return Number(whole) * 100 + Math.round(Number(decimals.padEnd(6, '0')) / 10_000)
}
