import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createKeyTable } from '#db/sqlite/keys/key-table.ts'

/**
 * Creates `RetentionStore.expireRejected`. Also destroys the data key of a run's drafts if only the removed events were
 * sealed with it.
 */
export function createExpireRejected({ sqlite }: Connection, keys: DataKeys) {
  const table = createKeyTable(sqlite, keys)
  // By a replayed event, retention finds the run to which the values of the replay belong.
  const remove = sqlite.prepare<[number, number], { runId: string | null; state: string | null }>(
    `DELETE FROM rejected_events WHERE id IN (
       SELECT r.id FROM rejected_events r
       WHERE r.received_at <= ? AND NOT (coalesce(r.state, '') = 'replayed'
         AND EXISTS (SELECT 1 FROM personal_data p WHERE p.position = r.position))
       ORDER BY r.received_at LIMIT ?)
     RETURNING run_id AS runId, state`,
  )
  const isUsed = sqlite
    .prepare<[{ runId: string }], number>(
      `SELECT 1 FROM events e JOIN personal_data p ON p.position = e.position
       WHERE e.run_id = @runId AND p.class = 'draft'
       UNION ALL SELECT 1 FROM uploads WHERE run_id = @runId AND class = 'draft' AND state <> 'removed'
       UNION ALL SELECT 1 FROM rejected_events WHERE run_id = @runId AND state = 'kept' LIMIT 1`,
    )
    .pluck()

  const expire = sqlite.transaction(
    (until: number, limit: number): { removed: number; destroyed: number } => {
      const removed = remove.all(until, limit)
      const sealed = removed.flatMap(({ runId, state }) =>
        state === 'kept' && runId !== null ? [runId] : [],
      )
      let destroyed = 0
      for (const runId of new Set(sealed)) {
        if (isUsed.get({ runId }) !== undefined) continue
        for (const key of table.ofRun(runId)) {
          if (key.dataClass !== 'draft') continue
          table.destroy(key.id)
          destroyed += 1
        }
      }
      return { removed: removed.length, destroyed }
    },
  )
  return (until: number, limit: number) => expire.immediate(until, limit)
}
