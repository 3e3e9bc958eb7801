import type { Pool } from 'pg'
import type { HandoverStore, StoredHandover } from '#db/ports/handover-store.ts'
import { handoverLock } from '#db/postgres/connection/locks.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

export function createHandovers(pool: Pool): HandoverStore {
  return {
    put: ({ runId, idHash, ciphertext, createdAt, expiresAt }, limit) =>
      transaction(pool, async (tx) => {
        // Without the lock, concurrent calls could exceed the limit together.
        tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [handoverLock] })
        const { rowCount } = await tx.query(
          `INSERT INTO handovers (run_id, id_hash, ciphertext, created_at, expires_at)
           SELECT $1::text, $2::text, $3::bytea, $4::bigint, $5::bigint
           WHERE $6::int > (SELECT count(*) FROM handovers
             WHERE ciphertext IS NOT NULL AND run_id <> $1::text AND expires_at > $4::bigint)
           ON CONFLICT (run_id) DO UPDATE SET
             (id_hash, ciphertext, created_at, expires_at) =
             (excluded.id_hash, excluded.ciphertext, excluded.created_at, excluded.expires_at)`,
          [runId, idHash, ciphertext, createdAt, expiresAt, limit],
        )
        return rowCount === 1 ? 'stored' : 'full'
      }),

    find: async (runId, now) => {
      const { rows } = await pool.query<StoredHandover>({
        name: 'find-handover',
        text: `SELECT ciphertext IS NULL AS "isRead", expires_at AS "expiresAt" FROM handovers
          WHERE run_id = $1 AND expires_at > $2`,
        values: [runId, now],
      })
      return rows[0]
    },

    findRun: async (idHash, now) => {
      const { rows } = await pool.query<{ runId: string }>({
        name: 'find-handover-run',
        text: 'SELECT run_id AS "runId" FROM handovers WHERE id_hash = $1 AND expires_at > $2',
        values: [idHash, now],
      })
      return rows[0]?.runId
    },

    take: async (idHash, now) => {
      // The CTE locks the row and returns its content before the update. A concurrent call waits for the lock and then
      // reads the emptied row.
      const { rows } = await pool.query<{ runId: string; ciphertext: Uint8Array | null }>({
        name: 'take-handover',
        text: `WITH found AS (
            SELECT run_id, ciphertext FROM handovers WHERE id_hash = $1 AND expires_at > $2 FOR UPDATE)
          UPDATE handovers h SET ciphertext = NULL FROM found WHERE h.run_id = found.run_id
          RETURNING h.run_id AS "runId", found.ciphertext`,
        values: [idHash, now],
      })
      const [found] = rows
      return found && { runId: found.runId, ...(found.ciphertext && { ciphertext: found.ciphertext }) }
    },

    remove: async (runId) => {
      await pool.query('DELETE FROM handovers WHERE run_id = $1', [runId])
    },

    expire: async (now, limit) => {
      const { rowCount } = await pool.query(
        'DELETE FROM handovers WHERE run_id IN (SELECT run_id FROM handovers WHERE expires_at <= $1 LIMIT $2)',
        [now, limit],
      )
      return rowCount ?? 0
    },
  }
}
