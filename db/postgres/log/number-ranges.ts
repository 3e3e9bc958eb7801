import { type GivenNumbers, type LastNumbers, rangeName, rangesOf } from '#db/log/give-numbers.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import type { RangeOfYear } from '#domain/orders/billing/invoice-numbers.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'

/**
 * Returns the last numbers of the ranges from which the rows take numbers. The caller must hold the append lock. Costs a
 * round trip only if there are such rows.
 */
export async function readNumbers(tx: Transaction, rows: readonly NewEventRow[]): Promise<LastNumbers> {
  const ranges = rangesOf(rows)
  if (ranges.length === 0) return new Map()
  const { rows: known } = await tx.query<RangeOfYear & { last: number }>({
    name: 'read-numbers',
    text: `SELECT range, year, last FROM number_ranges
      WHERE (range, year) IN (SELECT * FROM unnest($1::text[], $2::int[]))`,
    values: [ranges.map(({ range }) => range), ranges.map(({ year }) => year)],
  })
  return new Map(known.map((one) => [rangeName(one), one.last]))
}

/** Stores the last numbers in the transaction of the append. */
export function writeNumbers(tx: Transaction, numbers: GivenNumbers['last']): void {
  if (numbers.length === 0) return
  tx.send({
    name: 'write-numbers',
    text: `INSERT INTO number_ranges (range, year, last) SELECT * FROM unnest($1::text[], $2::int[], $3::int[])
      ON CONFLICT (range, year) DO UPDATE SET last = excluded.last`,
    values: [
      numbers.map(({ range }) => range),
      numbers.map(({ year }) => year),
      numbers.map(({ last }) => last),
    ],
  })
}
