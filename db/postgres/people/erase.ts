import type { Pool } from 'pg'
import { classesBeforeInvoice, dataClasses } from '#domain/retention/data-class.ts'
import { keepsInvoice } from '#domain/retention/decide-retention.ts'
import { orderPrefix } from '#db/reads/search-orders.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'
import { destroyKeys } from '#db/postgres/keys/destroy-keys.ts'
import { reduceOrders } from '#db/postgres/keys/reduce-orders.ts'
import { readRunDates } from './run-dates.ts'
import { rewritePartitions } from '#db/postgres/keys/rewrite-partitions.ts'

type Erasure = { runId: string; upTo: number }

/** A position that no event has; positions start at 1. */
const noPosition = 0

/** Number of runs per transaction, small enough that a concurrent append waits only for milliseconds. */
const runsAtOnce = 20

/**
 * Implements `PersonStore.erase`. Also rewrites partitions that an earlier call did not rewrite, for example because
 * the process crashed.
 */
export async function erase(
  { pool, keys, url }: { pool: Pool; keys: DataKeys; url: string },
  runs: readonly Erasure[],
): Promise<number> {
  let removed = 0
  for (let from = 0; from < runs.length; from += runsAtOnce)
    removed += await removeRows(pool, keys, runs.slice(from, from + runsAtOnce))
  await rewritePartitions(pool, url)
  return removed
}

function removeRows(pool: Pool, keys: DataKeys, runs: readonly Erasure[]): Promise<number> {
  return transaction(pool, async (tx) => {
    tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
    const known = await readRunDates(
      tx,
      runs.map(({ runId }) => runId),
      orderPrefix,
    )
    const orderOf = ({ runId, upTo }: Erasure) => {
      const dates = known.get(runId)!
      return keepsInvoice(dates, upTo) ? dates.order : null
    }
    const invoiced = runs.map((run) => ({ runId: run.runId, order: orderOf(run) }))
    const { reduced, unreadable } = await reduceOrders(tx, keys, invoiced)
    const spared = invoiced.map(({ runId, order }) =>
      order && !unreadable.includes(runId) ? order.position : noPosition,
    )
    const { rows } = await tx.query<{ removed: number }>(
      `WITH erased AS (
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS erased (run_id, up_to, spared)),
       gone AS (
         DELETE FROM personal_data p USING erased e
         WHERE p.run_id = e.run_id AND p.position <= e.up_to AND p.position <> e.spared RETURNING 1),
       uploaded AS (
         DELETE FROM uploads u USING erased e WHERE u.run_id = e.run_id AND u.position < e.up_to),
       handed_over AS (DELETE FROM handovers h USING erased e WHERE h.run_id = e.run_id)
       SELECT count(*) AS removed FROM gone`,
      [runs.map(({ runId }) => runId), runs.map(({ upTo }) => upTo), spared],
    )
    await destroyKeys(
      tx,
      keys,
      runs.map((run) => ({ ...run, classes: orderOf(run) ? classesBeforeInvoice : dataClasses })),
    )
    return reduced + rows[0]!.removed
  })
}
