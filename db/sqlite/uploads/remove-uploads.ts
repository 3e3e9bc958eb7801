import type Database from 'better-sqlite3'

// An upload is removed in two stages, because deleting 10 MB in one transaction would delay appends. First the upload
// is marked as removed and can no longer be read. Then its parts are deleted in small steps, between which appends can
// commit.

/** Maximum number of parts deleted in one step. */
const partsAtOnce = 16

/** Creates functions that mark uploads for removal. They must be called within a transaction. */
export function markUploads(sqlite: Database.Database) {
  const mark = sqlite.prepare<[string]>(
    `UPDATE uploads SET state = 'removed', name = x'', secret = x'' WHERE id = ?`,
  )
  const ofRun = sqlite.prepare<[string, number]>(
    `UPDATE uploads SET state = 'removed', name = x'', secret = x''
     WHERE run_id = ? AND position < ? AND state <> 'removed'`,
  )
  return {
    one: (id: string): void => void mark.run(id),
    /** Marks a run's uploads for removal if they began before the event at position `before` was stored. */
    ofRun: (runId: string, before: number): void => void ofRun.run(runId, before),
  }
}

/**
 * Returns a function that deletes up to `partsAtOnce` parts of a marked upload. After the last part, it deletes the
 * upload's row. It returns false if no marked upload is left.
 */
export function removeMarked(sqlite: Database.Database) {
  const next = sqlite
    .prepare<[], number>(`SELECT key FROM uploads WHERE state = 'removed' ORDER BY created_at LIMIT 1`)
    .pluck()
  const removeParts = sqlite.prepare<[{ key: number; limit: number }]>(
    `DELETE FROM upload_parts WHERE upload_key = @key AND number IN (
       SELECT number FROM upload_parts WHERE upload_key = @key ORDER BY number DESC LIMIT @limit)`,
  )
  const removeRow = sqlite.prepare<[number]>('DELETE FROM uploads WHERE key = ?')
  return (): boolean => {
    const key = next.get()
    if (key === undefined) return false
    const { changes } = removeParts.run({ key, limit: partsAtOnce })
    if (changes < partsAtOnce) removeRow.run(key)
    return true
  }
}
