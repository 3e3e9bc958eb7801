import type { Pool } from 'pg'
import { type DataClass, dataClasses } from '#domain/retention/data-class.ts'
import { decideRetention } from '#domain/retention/decide-retention.ts'
import type { DueRun, RetainedRun } from '#db/reads/due-runs.ts'
import type { Expiry } from '#db/ports/person-store.ts'
import { reduceValues } from '#db/keys/reduce-values.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { destroyKeys } from '#db/postgres/keys/destroy-keys.ts'
import { insertKeys, nameOf, readKeys } from '#db/postgres/keys/key-table.ts'
import { readRunDates } from './run-dates.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

/**
 * Maximum number of rows of one run that are removed per transaction. A run with very many rows therefore does not
 * block appends.
 */
const rowsAtOnce = 100

/** A position that no event has; positions start at 1. */
const noPosition = 0

const noLimit = Number.MAX_SAFE_INTEGER

const beforeInvoice = dataClasses.filter((dataClass) => dataClass !== 'invoice')

interface Decided extends DueRun {
  /** The order whose values are reduced to those of its invoice; null if all values of the run are removed. */
  order: RetainedRun['order']
}

/**
 * Removes the uploads of the runs whose retention period is over. Unless `step.by` is `uploads`, also removes or
 * reduces the personal values of these runs. Checks each run again under the append lock, because the run may have
 * changed since it was found.
 */
export function expireRuns(
  { pool, keys }: { pool: Pool; keys: DataKeys },
  runs: readonly DueRun[],
  step: Expiry,
): Promise<{ expired: number; unreadable: string[]; unfinished: boolean }> {
  return transaction(pool, async (tx) => {
    tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
    const due = await decide(tx, runs, step)
    await tx.query('DELETE FROM uploads WHERE run_id = ANY ($1)', [due.map(({ runId }) => runId)])
    if (step.by === 'uploads') return { expired: due.length, unreadable: [], unfinished: false }
    const { reduced, unreadable } = await reduce(tx, keys, due)
    const destroyed = due
      // Keep the keys of runs whose order cannot be decrypted. The keys may still be needed to read the order, for
      // example after an operator has restored its values from a backup.
      .filter(({ runId }) => !unreadable.includes(runId))
      .map(({ runId, order }) => ({ runId, upTo: noLimit, classes: order ? beforeInvoice : dataClasses }))
    await destroyKeys(tx, keys, destroyed)
    const { removed, unfinished } = await removeRows(tx, due)
    return { expired: reduced + removed, unreadable, unfinished }
  })
}

async function decide(tx: Queryable, runs: readonly DueRun[], step: Expiry): Promise<Decided[]> {
  const { now, periods, orderPrefix } = step
  const known = await readRunDates(
    tx,
    runs.map(({ runId }) => runId),
    orderPrefix,
  )
  return runs.flatMap((run) => {
    const dates = known.get(run.runId)!
    const decision = decideRetention(dates, periods, now)
    return decision === 'keep' ? [] : [{ ...run, order: decision === 'reduce' ? dates.order : null }]
  })
}

interface OrderRow {
  position: number
  dataClass: DataClass
  ciphertext: Buffer
}

/**
 * Reduces the row of each order to the values that the invoice needs, and reseals them with the run's key of the class
 * `invoice`.
 */
async function reduce(tx: Queryable, keys: DataKeys, due: readonly Decided[]) {
  const orders = new Map(
    due.flatMap(({ runId, order }) => (order ? [[order.position, { runId, order }]] : [])),
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

async function removeRows(tx: Queryable, due: readonly Decided[]) {
  const { rows } = await tx.query<{ removed: number }>(
    `WITH gone AS (
       DELETE FROM personal_data WHERE position IN (
         SELECT old.position FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS run (run_id, first, spared)
         CROSS JOIN LATERAL (
           SELECT p.position FROM personal_data p
           WHERE p.run_id = run.run_id AND p.position >= run.first AND p.position <> run.spared
           ORDER BY p.position LIMIT $4) AS old)
       RETURNING run_id)
     SELECT count(*) AS removed FROM gone GROUP BY run_id`,
    [
      due.map(({ runId }) => runId),
      due.map(({ from }) => from),
      due.map(({ order }) => order?.position ?? noPosition),
      rowsAtOnce,
    ],
  )
  return {
    removed: rows.reduce((sum, { removed }) => sum + removed, 0),
    unfinished: rows.some(({ removed }) => removed === rowsAtOnce),
  }
}
