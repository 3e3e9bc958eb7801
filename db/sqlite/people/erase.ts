import { dataClasses } from '#domain/retention/data-class.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createDestroyKeys } from '#db/sqlite/keys/destroy-keys.ts'
import { markUploads } from '#db/sqlite/uploads/remove-uploads.ts'

/** Maximum time in ms for which truncating the WAL waits for readers. Appends are blocked during this time. */
const truncateWithinMs = 20

/** Creates the transactions that `PersonStore.erase` consists of (see erase-in-steps.ts). */
export function createErase(connection: Connection, keys: DataKeys) {
  const { sqlite } = connection
  const destroyKeys = createDestroyKeys(connection, keys)
  const remove = sqlite.prepare<[string, number]>(
    `DELETE FROM personal_data
     WHERE position IN (SELECT position FROM events WHERE run_id = ? AND position <= ?)`,
  )
  const expireRejected = sqlite.prepare<[number, number]>(
    `DELETE FROM rejected_events
     WHERE id IN (SELECT id FROM rejected_events WHERE received_at <= ? ORDER BY received_at LIMIT ?)`,
  )
  const mark = markUploads(sqlite)
  const busyTimeout = sqlite.pragma('busy_timeout', { simple: true }) as number

  const erase = sqlite.transaction((runs: readonly { runId: string; upTo: number }[]): number => {
    let removed = 0
    for (const { runId, upTo } of runs) {
      mark.ofRun(runId, upTo)
      removed += remove.run(runId, upTo).changes
      destroyKeys({ runId, upTo, classes: dataClasses })
    }
    return removed
  })

  return {
    /** Erases runs in one transaction and returns the number of removed vault rows. */
    eraseRuns: (runs: readonly { runId: string; upTo: number }[]): number => erase.immediate(runs),

    /**
     * Copies the WAL into the database file and truncates the WAL. Returns false if another connection prevents this by
     * reading or writing.
     */
    truncateWal(): boolean {
      sqlite.pragma(`busy_timeout = ${truncateWithinMs}`)
      try {
        const [result] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
        return result?.busy === 0
      } finally {
        sqlite.pragma(`busy_timeout = ${busyTimeout}`)
      }
    },

    expireRejected: (until: number, limit: number): number => expireRejected.run(until, limit).changes,
  }
}
