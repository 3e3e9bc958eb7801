import type { Pool } from 'pg'
import { classesBeforeInvoice, dataClasses } from '#domain/retention/data-class.ts'
import { decideRetention } from '#domain/retention/decide-retention.ts'
import type { DueRun, RetainedRun } from '#db/reads/due-runs.ts'
import type { Expiry } from '#db/ports/person-store.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { destroyKeys } from '#db/postgres/keys/destroy-keys.ts'
import { reduceOrders } from '#db/postgres/keys/reduce-orders.ts'
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
    const { reduced, unreadable } = await reduceOrders(tx, keys, due)
    const destroyed = due
      // Keep the keys of runs whose order cannot be decrypted. The keys may still be needed to read the order, for
      // example after an operator has restored its values from a backup.
      .filter(({ runId }) => !unreadable.includes(runId))
      .map(({ runId, order }) => ({
        runId,
        upTo: noLimit,
        classes: order ? classesBeforeInvoice : dataClasses,
      }))
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
