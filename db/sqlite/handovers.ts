import type Database from 'better-sqlite3'
import type { NewHandover, StoredHandover } from '#db/ports/handover-store.ts'

/** Creates the writing methods of `HandoverStore`. */
export function createHandovers(sqlite: Database.Database) {
  const waiting = sqlite
    .prepare<[{ runId: string; createdAt: number }], number>(
      `SELECT count(*) FROM handovers
       WHERE ciphertext IS NOT NULL AND run_id <> @runId AND expires_at > @createdAt`,
    )
    .pluck()
  const write = sqlite.prepare<[NewHandover]>(
    `INSERT OR REPLACE INTO handovers (run_id, id_hash, ciphertext, created_at, expires_at)
     VALUES (@runId, @idHash, @ciphertext, @createdAt, @expiresAt)`,
  )
  const put = sqlite.transaction((handover: NewHandover, limit: number) => {
    const { runId, createdAt } = handover
    if (waiting.get({ runId, createdAt })! >= limit) return 'full'
    write.run(handover)
    return 'stored'
  })
  const select = sqlite.prepare<[string, number], { runId: string; ciphertext: Uint8Array | null }>(
    'SELECT run_id AS runId, ciphertext FROM handovers WHERE id_hash = ? AND expires_at > ?',
  )
  const empty = sqlite.prepare<[string]>('UPDATE handovers SET ciphertext = NULL WHERE id_hash = ?')
  const take = sqlite.transaction((idHash: string, now: number) => {
    const found = select.get(idHash, now)
    if (!found) return undefined
    empty.run(idHash)
    const { runId, ciphertext } = found
    return { runId, ...(ciphertext && { ciphertext }) }
  })
  const remove = sqlite.prepare<[string]>('DELETE FROM handovers WHERE run_id = ?')
  const expire = sqlite.prepare<[number, number]>(
    'DELETE FROM handovers WHERE run_id IN (SELECT run_id FROM handovers WHERE expires_at <= ? LIMIT ?)',
  )
  return {
    put: (handover: NewHandover, limit: number): 'stored' | 'full' => put.immediate(handover, limit),
    take: (idHash: string, now: number) => take.immediate(idHash, now),
    remove: (runId: string): void => void remove.run(runId),
    expire: (now: number, limit: number): number => expire.run(now, limit).changes,
  }
}

/** Creates the reading methods of `HandoverStore`. */
export function createHandoverReads(sqlite: Database.Database) {
  const select = sqlite.prepare<[string, number], { isRead: number; expiresAt: number }>(
    `SELECT ciphertext IS NULL AS isRead, expires_at AS expiresAt FROM handovers
     WHERE run_id = ? AND expires_at > ?`,
  )
  const run = sqlite
    .prepare<[string, number], string>('SELECT run_id FROM handovers WHERE id_hash = ? AND expires_at > ?')
    .pluck()
  return {
    findRun: (idHash: string, now: number): string | undefined => run.get(idHash, now),
    find(runId: string, now: number): StoredHandover | undefined {
      const found = select.get(runId, now)
      return found && { ...found, isRead: found.isRead === 1 }
    },
  }
}
