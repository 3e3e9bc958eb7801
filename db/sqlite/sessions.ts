import type Database from 'better-sqlite3'
import type { NewSession, Session, SessionStore } from '#db/ports/staff/session-store.ts'

type Query<Method extends keyof SessionStore> = Parameters<SessionStore[Method]>[0]

/** Creates the writing methods of `SessionStore`. */
export function createSessions(sqlite: Database.Database) {
  const insert = sqlite.prepare<[NewSession]>(
    `INSERT INTO sessions (id, subject, role, credential, created_at, expires_at, last_used_at)
     VALUES (@id, @subject, @role, @credential, @createdAt, @expiresAt, @createdAt)`,
  )
  const sweep = sqlite.prepare<[number]>('DELETE FROM sessions WHERE expires_at <= ?')
  const evict = sqlite.prepare<[{ role: string; id: string; others: number }]>(
    `DELETE FROM sessions WHERE id IN (
       SELECT id FROM sessions WHERE role = @role AND id <> @id
       ORDER BY last_used_at DESC, id LIMIT -1 OFFSET @others)`,
  )
  const touch = sqlite.prepare<[number, string]>(
    'UPDATE sessions SET last_used_at = max(last_used_at, ?) WHERE id = ?',
  )
  const remove = sqlite.prepare<[string]>('DELETE FROM sessions WHERE id = ?')
  const removeOthers = sqlite.prepare<[string, string]>(
    'DELETE FROM sessions WHERE role = ? AND credential <> ?',
  )
  const begin = sqlite.transaction((session: NewSession, limit: number) => {
    sweep.run(session.createdAt)
    insert.run(session)
    evict.run({ role: session.role, id: session.id, others: limit - 1 })
  })
  return {
    begin: (session: NewSession, limit: number): void => begin.immediate(session, limit),
    touch: (id: string, at: number): void => void touch.run(at, id),
    end: (id: string): boolean => remove.run(id).changes > 0,
    endOthers: (role: Session['role'], credential: string): number =>
      removeOthers.run(role, credential).changes,
  }
}

/** Creates the reading methods of `SessionStore`. */
export function createSessionReads(sqlite: Database.Database) {
  const find = sqlite.prepare<[Query<'find'>], Session>(
    `SELECT subject, role, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt
     FROM sessions WHERE id = @id AND credential = @credential AND expires_at > @now`,
  )
  return { find: (query: Query<'find'>): Session | undefined => find.get(query) }
}
