import { type RangeOfYear, formatNumber, readNumber } from '#domain/orders/billing/invoice-numbers.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'

/** Last numbers of some ranges, by `rangeName`. A range without an entry has given no number yet. */
export type LastNumbers = ReadonlyMap<string, number>

export const rangeName = ({ range, year }: RangeOfYear): string => `${range}:${year}`

/** Returns the ranges from which the rows take numbers, each once. */
export function rangesOf(rows: readonly NewEventRow[]): RangeOfYear[] {
  const ranges = rows.flatMap(({ numbering }) => numbering ?? [])
  return [...new Map(ranges.map((one) => [rangeName(one), one])).values()]
}

export interface GivenNumbers {
  /** The rows, with their numbers in `data`. */
  stored: { row: NewEventRow; position: number }[]
  /** Number of each numbered row, by its position. */
  byPosition: Map<number, string>
  /** The last number of each range that has changed. */
  last: (RangeOfYear & { last: number })[]
}

/**
 * Gives each stored row with a numbering the next number of its range. Rows that are not stored take none, so the
 * numbers have no gaps. A number from the journal is given again to its order. The next number is then higher than both
 * the last number of the database and that of the journal.
 */
export function giveNumbers(
  stored: readonly { row: NewEventRow; position: number }[],
  known: LastNumbers,
): GivenNumbers {
  const last = new Map(known)
  const byPosition = new Map<number, string>()
  const changed = new Map<string, RangeOfYear>()
  const numbered = stored.map(({ row, position }) => {
    const { numbering } = row
    if (!numbering) return { row, position }
    const name = rangeName(numbering)
    const highest = Math.max(last.get(name) ?? 0, numbering.after ?? 0)
    const number = numbering.number ?? formatNumber(numbering, highest + 1)
    last.set(name, Math.max(highest, readNumber(numbering, number) ?? 0))
    changed.set(name, { range: numbering.range, year: numbering.year })
    byPosition.set(position, number)
    const data = JSON.stringify({ ...(JSON.parse(row.data) as object), number })
    return { row: { ...row, data }, position }
  })
  const ranges = [...changed].map(([name, range]) => ({ ...range, last: last.get(name)! }))
  return { stored: numbered, byPosition, last: ranges }
}
