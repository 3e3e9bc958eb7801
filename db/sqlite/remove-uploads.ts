import type Database from 'better-sqlite3'
import { nonceOf } from '../vault-cipher.ts'
import type { Traces } from './find-traces.ts'

// A file of 10 MB is 2,600 pages. So an upload is marked at once, which nobody can read any more, and its parts go
// in steps that let an append in between.

/** Parts removed in one step: a megabyte of zeros to write. */
const partsAtOnce = 4

/** Marks uploads for removal inside a transaction of the caller, and answers what their names leave to look for. */
export function markUploads(sqlite: Database.Database) {
  // The name goes at once; SQLite gives the old value only to a SELECT before.
  const nameOf = sqlite.prepare<[string], Buffer>(`SELECT name FROM uploads WHERE id = ?`).pluck()
  const mark = sqlite.prepare<[string]>(`UPDATE uploads SET state = 'removed', name = x'' WHERE id = ?`)
  const ofRun = sqlite
    .prepare<[string, number], string>(
      `SELECT id FROM uploads WHERE run_id = ? AND position < ? AND state <> 'removed'`,
    )
    .pluck()
  function one(id: string): Traces {
    const name = nameOf.get(id)
    mark.run(id)
    return name && name.length > 0 ? [nonceOf(name)] : []
  }
  return {
    one,
    /** Those of a run that were begun before this position was taken. */
    ofRun: (runId: string, before: number): Traces => ofRun.all(runId, before).flatMap(one),
  }
}

export function removeMarked(sqlite: Database.Database) {
  const next = sqlite
    .prepare<[], number>(`SELECT key FROM uploads WHERE state = 'removed' ORDER BY created_at LIMIT 1`)
    .pluck()
  // What stands before the encrypted bytes is enough to find a copy of them.
  const removeParts = sqlite
    .prepare<[{ key: number; most: number }], Buffer>(
      `DELETE FROM upload_parts WHERE upload_key = @key AND number IN (
         SELECT number FROM upload_parts WHERE upload_key = @key ORDER BY number DESC LIMIT @most)
       RETURNING substr(ciphertext, 1, 33)`,
    )
    .pluck()
  const removeRow = sqlite.prepare<[number]>('DELETE FROM uploads WHERE key = ?')
  return (): { more: boolean; traces: Traces } => {
    const key = next.get()
    if (key === undefined) return { more: false, traces: [] }
    const heads = removeParts.all({ key, most: partsAtOnce })
    if (heads.length < partsAtOnce) removeRow.run(key)
    return { more: true, traces: heads.map(nonceOf) }
  }
}
