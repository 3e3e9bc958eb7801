import type { DataClass } from '#domain/retention/data-class.ts'
import type { RetainedRun } from '#db/reads/due-runs.ts'
import { reduceValues } from '#db/keys/reduce-values.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createKeyTable } from './key-table.ts'

/**
 * Returns a function that reduces the values stored with the order of a run to those that the invoice needs, and
 * encrypts these with the run's `invoice` key. If the invoice needs none, removes the row. Must be called within a
 * transaction. `changed` is the number of rows that were changed.
 */
export function createReduceOrder({ sqlite }: Pick<Connection, 'sqlite'>, keys: DataKeys) {
  const table = createKeyTable(sqlite, keys)
  const find = sqlite.prepare<[number], { dataClass: DataClass; ciphertext: Buffer }>(
    `SELECT class AS dataClass, ciphertext FROM personal_data WHERE position = ? AND class <> 'invoice'`,
  )
  const remove = sqlite.prepare<[number]>('DELETE FROM personal_data WHERE position = ?')
  const update = sqlite.prepare<[Buffer, number]>(
    `UPDATE personal_data SET ciphertext = ?, class = 'invoice' WHERE position = ?`,
  )

  return (runId: string, order: NonNullable<RetainedRun['order']>) => {
    const { position } = order
    const row = find.get(position)
    if (!row) return { changed: 0, unreadable: false }
    const { dataClass, ciphertext } = row
    const invoice = { runId, dataClass: 'invoice' } as const
    const reduced = reduceValues(
      { location: { runId, position }, order, ciphertext },
      {
        from: table.open({ runId, dataClass }),
        invoice: () => table.open(invoice) ?? table.add(invoice, position),
      },
    )
    if (reduced === 'unreadable') return { changed: 0, unreadable: true }
    if (reduced === 'empty') remove.run(position)
    else update.run(reduced.sealed, position)
    return { changed: 1, unreadable: false }
  }
}
