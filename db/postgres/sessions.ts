import type { Pool } from 'pg'
import type { Session, SessionStore } from '#db/ports/staff/session-store.ts'
import { sessionLock } from '#db/postgres/connection/locks.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

export function createSessions(pool: Pool): SessionStore {
  return {
    begin: (session, limit) =>
      transaction(pool, async (tx) => {
        const { id, subject, role, credential, createdAt, expiresAt } = session
        // Logins are serialised, so that the limit is never exceeded and logins do not deadlock on each other's rows.
        tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [sessionLock] })
        tx.send({ text: 'DELETE FROM sessions WHERE expires_at <= $1', values: [createdAt] })
        tx.send({
          text: `INSERT INTO sessions (id, subject, role, credential, created_at, expires_at, last_used_at)
            VALUES ($1, $2, $3, $4, $5, $6, $5)`,
          values: [id, subject, role, credential, createdAt, expiresAt],
        })
        tx.send({
          text: `DELETE FROM sessions WHERE id IN (
            SELECT id FROM sessions WHERE role = $1 AND id <> $2 ORDER BY last_used_at DESC, id OFFSET $3)`,
          values: [role, id, limit - 1],
        })
      }),

    find: async ({ id, credential, now }) => {
      const { rows } = await pool.query<Session>({
        name: 'find-session',
        text: `SELECT subject, role, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt"
          FROM sessions WHERE id = $1 AND credential = $2 AND expires_at > $3`,
        values: [id, credential, now],
      })
      return rows[0]
    },

    touch: async (id, at) => {
      await pool.query('UPDATE sessions SET last_used_at = greatest(last_used_at, $2) WHERE id = $1', [
        id,
        at,
      ])
    },

    end: async (id) => {
      const { rowCount } = await pool.query('DELETE FROM sessions WHERE id = $1', [id])
      return rowCount === 1
    },

    endOthers: async (role, credential) => {
      const { rowCount } = await pool.query('DELETE FROM sessions WHERE role = $1 AND credential <> $2', [
        role,
        credential,
      ])
      return rowCount ?? 0
    },
  }
}
