import type { Pool } from 'pg'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'
import { keyPartition, partOf } from '#db/postgres/keys/partitions.ts'
import { requestRewrite } from '#db/postgres/keys/rewrite-partitions.ts'

/**
 * Implements `RetentionStore.expireRejected`. Destroys the data key of a run's drafts if only the removed events were
 * sealed with it. After the commit, the caller must call `rewritePartitions` if keys were destroyed.
 */
export function expireRejected(
  pool: Pool,
  until: number,
  limit: number,
): Promise<{ removed: number; destroyed: number }> {
  return transaction(pool, async (tx) => {
    // An append could otherwise seal values with a key that is being destroyed.
    tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
    // By a replayed event, retention finds the run to which the values of the replay belong.
    const { rows: removed } = await tx.query<{ runId: string | null; state: string | null }>(
      `DELETE FROM rejected_events WHERE id IN (
         SELECT r.id FROM rejected_events r
         WHERE r.received_at <= $1 AND NOT (coalesce(r.state, '') = 'replayed'
           AND EXISTS (SELECT 1 FROM personal_data p WHERE p.position = r.position))
         ORDER BY r.received_at LIMIT $2)
       RETURNING run_id AS "runId", state`,
      [until, limit],
    )
    const sealed = new Set(removed.flatMap(({ runId, state }) => (state === 'kept' && runId ? [runId] : [])))
    const { rows: unused } = await tx.query<{ runId: string }>(
      `SELECT run_id AS "runId" FROM unnest($1::text[]) AS run (run_id)
       WHERE NOT EXISTS (SELECT 1 FROM personal_data p WHERE p.run_id = run.run_id AND p.class = 'draft')
         AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.run_id = run.run_id AND u.class = 'draft')
         AND NOT EXISTS (SELECT 1 FROM rejected_events r WHERE r.run_id = run.run_id AND r.state = 'kept')`,
      [[...sealed]],
    )
    for (const { runId } of unused)
      tx.send({
        text: `DELETE FROM ${keyPartition(partOf(runId))} WHERE run_id = $1 AND class = 'draft'`,
        values: [runId],
      })
    requestRewrite(tx, [...new Set(unused.map(({ runId }) => partOf(runId)))])
    return { removed: removed.length, destroyed: unused.length }
  })
}
