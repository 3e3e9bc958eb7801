import type { DataClass } from '#domain/retention/data-class.ts'
import type { RetainedRun } from '#db/reads/due-runs.ts'
import { reduceValues } from '#db/keys/reduce-values.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { insertKeys, nameOf, readKeys } from './key-table.ts'

/** A run whose order is reduced; runs without an order are left out. */
interface ReducedRun {
  runId: string
  order: RetainedRun['order']
}

interface OrderRow {
  position: number
  dataClass: DataClass
  ciphertext: Buffer
}

/**
 * Reduces the row of each order to the values that the invoice needs, and reseals them with the run's key of the class
 * `invoice`. The caller must hold the append lock. `reduced` is the number of rows that were changed.
 */
export async function reduceOrders(tx: Queryable, keys: DataKeys, runs: readonly ReducedRun[]) {
  const orders = new Map(
    runs.flatMap(({ runId, order }) => (order ? [[order.position, { runId, order }]] : [])),
  )
  const { rows } = await tx.query<OrderRow>(
    `SELECT position, class AS "dataClass", ciphertext FROM personal_data
     WHERE position = ANY ($1::bigint[]) AND class <> 'invoice'`,
    [[...orders.keys()]],
  )
  const runIds = rows.map(({ position }) => orders.get(position)!.runId)
  const held = new Map((await readKeys(tx, runIds)).map((row) => [nameOf(row), row]))
  const [resealed, empty, unreadable]: [[number, Buffer][], number[], string[]] = [[], [], []]
  for (const { position, dataClass, ciphertext } of rows) {
    const { runId, order } = orders.get(position)!
    const from = held.get(nameOf({ runId, dataClass }))
    const owner = { runId, dataClass: 'invoice' } as const
    const invoice = held.get(nameOf(owner)) ?? keys.create(owner)
    const reduced = reduceValues(
      { location: { runId, position }, order, ciphertext },
      {
        from: from && keys.open(from, from.wrapped),
        invoice: () => ('key' in invoice ? invoice.key : keys.open(owner, invoice.wrapped)),
      },
    )
    if (reduced === 'unreadable') unreadable.push(runId)
    else if (reduced === 'empty') empty.push(position)
    else {
      resealed.push([position, reduced.sealed])
      if ('key' in invoice) await insertKeys(tx, [{ ...owner, wrapped: invoice.wrapped, position }])
    }
  }
  await tx.query('DELETE FROM personal_data WHERE position = ANY ($1::bigint[])', [empty])
  await tx.query(
    `UPDATE personal_data p SET ciphertext = r.ciphertext, class = 'invoice'
     FROM unnest($1::bigint[], $2::bytea[]) AS r (position, ciphertext) WHERE p.position = r.position`,
    [resealed.map(([position]) => position), resealed.map(([, ciphertext]) => ciphertext)],
  )
  return { reduced: resealed.length + empty.length, unreadable }
}
