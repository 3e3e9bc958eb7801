import { randomBytes } from 'node:crypto'
import type { UploadStore } from '../upload-store.ts'
import { type VaultCipher, createVaultCipher, piiKeyBytes } from '../vault-cipher.ts'
import type { Connection } from './connection.ts'
import { uploadLock } from './locks.ts'
import { transaction } from './transaction.ts'

type Writes = Omit<UploadStore, 'list' | 'find' | 'read'>

/** An upload as far as its parts need it. */
export interface Sealed {
  id: string
  runId: string
  secret: Buffer
}

/** What the parts of one upload are encrypted with. */
export function cipherOf({ id, runId, secret }: Sealed, cipher: VaultCipher): VaultCipher {
  return createVaultCipher(cipher.unsealBytes({ runId, upload: id, part: 'key' }, secret))
}

/** The writing side of `UploadStore`. */
export function createUploads({ pool }: Connection, cipher: VaultCipher): Writes {
  return {
    begin: async ({ id, runId, field, filename, mimeType, createdAt }) => {
      const name = cipher.seal({ runId, upload: id, part: 'name' }, filename)
      const secret = cipher.seal({ runId, upload: id, part: 'key' }, randomBytes(piiKeyBytes))
      await pool.query(
        `INSERT INTO uploads (id, run_id, field, mime_type, created_at, state, name, secret, position)
         SELECT $1, $2, $3, $4, $5, 'receiving', $6, $7, coalesce(max(position), 0) FROM events`,
        [id, runId, field, mimeType, createdAt, name, secret],
      )
    },

    add: (id, number, bytes) =>
      transaction(pool, async (tx) => {
        // Locked, so that a removal waits for this part and takes it along.
        const { rows } = await tx.query<Sealed & { key: number }>(
          `SELECT key, id, run_id AS "runId", secret FROM uploads WHERE id = $1 AND state = 'receiving' FOR KEY SHARE`,
          [id],
        )
        const [upload] = rows
        if (!upload) return false
        const place = { runId: upload.runId, upload: id, part: number }
        tx.send({
          text: 'INSERT INTO upload_parts (upload_key, number, ciphertext) VALUES ($1, $2, $3)',
          values: [upload.key, number, cipherOf(upload, cipher).seal(place, bytes)],
        })
        return true
      }),

    finish: (id, { size, most }) =>
      transaction(pool, async (tx) => {
        // Those of one field of a run take turns, so that each counts the ones before it.
        tx.send({
          text: `SELECT pg_advisory_xact_lock($2, hashtext(run_id || ':' || field)) FROM uploads WHERE id = $1`,
          values: [id, uploadLock],
        })
        const finished = await tx.query(
          `UPDATE uploads upload SET state = 'whole', size = $2 WHERE id = $1 AND state = 'receiving' AND $3 > (
             SELECT count(*) FROM uploads other
             WHERE other.run_id = upload.run_id AND other.field = upload.field AND other.state IN ('whole', 'kept'))`,
          [id, size, most],
        )
        if (finished.rowCount) return 'finished'
        const { rowCount } = await tx.query(`SELECT FROM uploads WHERE id = $1 AND state = 'receiving'`, [id])
        return rowCount ? 'too-many' : 'gone'
      }),

    remove: async (ids) => {
      await pool.query('DELETE FROM uploads WHERE id = ANY ($1)', [ids])
    },

    expire: async (until, limit) => {
      // The state is looked at again when a row was locked, so one that was kept meanwhile stays.
      const { rowCount } = await pool.query(
        `DELETE FROM uploads WHERE state <> 'kept' AND key IN (
           SELECT key FROM uploads WHERE state <> 'kept' AND created_at <= $1 ORDER BY created_at, key LIMIT $2)`,
        [until, limit],
      )
      return rowCount ?? 0
    },

    keep: (ids) =>
      transaction(pool, async (tx) => {
        // Locked first, in a fixed order, so that none can be removed between counting and keeping.
        const { rowCount } = await tx.query(
          `SELECT FROM uploads WHERE id = ANY ($1) AND state <> 'receiving' ORDER BY id FOR NO KEY UPDATE`,
          [ids],
        )
        if (rowCount !== new Set(ids).size) return false
        tx.send({ text: `UPDATE uploads SET state = 'kept' WHERE id = ANY ($1)`, values: [ids] })
        return true
      }),
  }
}
