import { deliveryQueue } from '../delivery-store.ts'
import { createAttempts } from './attempts.ts'
import type { Connection, Queryable } from './connection.ts'
import { putJobs } from './queue.ts'
import { transaction } from './transaction.ts'

/** The writing side of `DeliveryStore`. */
export function createDeliveries(connection: Connection) {
  const { pool } = connection
  return {
    ...createAttempts(connection),

    retry: (which: { id: number } | { state: 'dead' }, now: number): Promise<number> =>
      transaction(pool, async (tx) => {
        const [column, value] =
          'id' in which ? (['id', which.id] as const) : (['state', which.state] as const)
        const { rows } = await tx.query<{ runId: string }>(
          // Locked in a fixed order: two people may press the button at once.
          `UPDATE deliveries
           SET state = 'pending', attempts = 0, next_attempt_at = $2, leased_until = NULL, finished_at = NULL
           WHERE id IN (
             SELECT id FROM deliveries WHERE ${column} = $1 AND (leased_until IS NULL OR leased_until <= $2)
             ORDER BY id FOR NO KEY UPDATE)
           RETURNING run_id AS "runId"`,
          [value, now],
        )
        await wake(tx, rows, now)
        return rows.length
      }),

    stop: async (endpoint: string, reason: string, now: number): Promise<void> => {
      await pool.query(
        `INSERT INTO stopped_endpoints (endpoint, reason, at) VALUES ($1, $2, $3)
         ON CONFLICT (endpoint) DO UPDATE SET reason = excluded.reason, at = excluded.at`,
        [endpoint, reason, now],
      )
    },

    resume: (endpoint: string, now: number): Promise<boolean> =>
      transaction(pool, async (tx) => {
        const freed = await tx.query('DELETE FROM stopped_endpoints WHERE endpoint = $1', [endpoint])
        if (!freed.rowCount) return false
        const { rows } = await tx.query<{ runId: string }>(
          `SELECT DISTINCT run_id AS "runId" FROM deliveries WHERE endpoint = $1 AND state = 'pending'`,
          [endpoint],
        )
        await wake(tx, rows, now)
        return true
      }),
  }
}

/** Has the runs' messages looked at. */
async function wake(tx: Queryable, rows: readonly { runId: string }[], now: number): Promise<void> {
  const runIds = [...new Set(rows.map(({ runId }) => runId))]
  await putJobs(
    tx,
    runIds.map((key) => ({ queue: deliveryQueue, key, runAt: now })),
  )
}
