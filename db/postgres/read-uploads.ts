import type { Pool } from 'pg'
import type { Upload, UploadStore } from '../upload-store.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import { type Sealed, cipherOf } from './uploads.ts'

type Row = Omit<Upload, 'filename'> & { name: Buffer }

const columns = `id, run_id AS "runId", field, mime_type AS "mimeType", size, created_at AS "createdAt", position, name`
const whole = `state IN ('whole', 'kept')`

/** The reading side of `UploadStore`. */
export function createUploadReads(
  pool: Pool,
  cipher: VaultCipher,
): Pick<UploadStore, 'list' | 'find' | 'read'> {
  const toUpload = ({ name, ...row }: Row): Upload => ({
    ...row,
    filename: cipher.unseal({ runId: row.runId, upload: row.id, part: 'name' }, name),
  })
  return {
    list: async (runId) => {
      const { rows } = await pool.query<Row>(
        `SELECT ${columns} FROM uploads WHERE run_id = $1 AND ${whole} ORDER BY key`,
        [runId],
      )
      return rows.map(toUpload)
    },
    find: async (id) => {
      const { rows } = await pool.query<Row>(`SELECT ${columns} FROM uploads WHERE id = $1 AND ${whole}`, [
        id,
      ])
      return rows[0] && toUpload(rows[0])
    },
    read: async (id, number) => {
      const { rows } = await pool.query<Sealed & { ciphertext: Buffer }>(
        `SELECT id, run_id AS "runId", secret, ciphertext FROM uploads JOIN upload_parts ON upload_key = key
         WHERE id = $1 AND number = $2 AND ${whole}`,
        [id, number],
      )
      const [part] = rows
      if (!part) return undefined
      const place = { runId: part.runId, upload: id, part: number }
      return cipherOf(part, cipher).unsealBytes(place, part.ciphertext)
    },
  }
}
