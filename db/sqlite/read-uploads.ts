import { release } from '../release.ts'
import type { Upload } from '../upload-store.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { Connection } from './connection.ts'

type Row = Omit<Upload, 'filename'> & { name: Buffer }

const columns = `id, run_id AS runId, field, mime_type AS mimeType, size, created_at AS createdAt, position, name`
const whole = `state IN ('whole', 'kept')`

/** The reading side of `UploadStore`. */
export function createUploadReads({ sqlite }: Connection, cipher: VaultCipher) {
  const ofRun = sqlite.prepare<[string], Row>(
    `SELECT ${columns} FROM uploads WHERE run_id = ? AND ${whole} ORDER BY key`,
  )
  const byId = sqlite.prepare<[string], Row>(`SELECT ${columns} FROM uploads WHERE id = ? AND ${whole}`)
  const part = sqlite.prepare<[string, number], { runId: string; ciphertext: Buffer }>(
    `SELECT u.run_id AS runId, p.ciphertext FROM uploads u JOIN upload_parts p ON p.upload_key = u.key
     WHERE u.id = ? AND p.number = ? AND u.${whole}`,
  )
  const toUpload = ({ name, ...row }: Row): Upload => ({
    ...row,
    filename: cipher.unseal({ runId: row.runId, upload: row.id, part: 'name' }, name),
  })

  return {
    uploadsOf: (runId: string): Upload[] => ofRun.all(runId).map(toUpload),
    findUpload(id: string): Upload | undefined {
      const row = byId.get(id)
      return row && toUpload(row)
    },
    readPart(id: string, number: number): Uint8Array | undefined {
      const row = part.get(id, number)
      if (!row) return undefined
      const { runId, ciphertext } = row
      const bytes = cipher.unsealBytes({ runId, upload: id, part: number }, ciphertext)
      release(ciphertext)
      return bytes
    },
  }
}
