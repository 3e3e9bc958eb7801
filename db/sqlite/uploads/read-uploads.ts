import { release } from '#db/worker/release.ts'
import type { Upload } from '#db/ports/upload-store.ts'
import type { DataClass } from '#domain/retention/data-class.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { openFilename, openParts } from '#db/keys/upload-cipher.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { keyExists } from '#db/sqlite/keys/key-table.ts'

interface Sealed {
  id: string
  runId: string
  dataClass: DataClass
  wrapped: Buffer
}

type Row = Omit<Upload, 'filename'> & Sealed & { name: Buffer }

const columns = `u.id, u.run_id AS runId, field, mime_type AS mimeType, size, created_at AS createdAt, u.position, name`
const withKey = `JOIN data_keys k ON k.run_id = u.run_id AND k.class = u.class AND k.${keyExists}`
const key = 'u.class AS dataClass, k.wrapped'
const whole = `u.state IN ('whole', 'kept')`

/** Creates the reading methods of `UploadStore`. */
export function createUploadReads({ sqlite }: Connection, keys: DataKeys) {
  const ofRun = sqlite.prepare<[string], Row>(
    `SELECT ${columns}, ${key} FROM uploads u ${withKey} WHERE u.run_id = ? AND ${whole} ORDER BY key`,
  )
  const byId = sqlite.prepare<[string], Row>(
    `SELECT ${columns}, ${key} FROM uploads u ${withKey} WHERE u.id = ? AND ${whole}`,
  )
  const part = sqlite.prepare<[string, number], Sealed & { secret: Buffer; ciphertext: Buffer }>(
    `SELECT u.id, u.run_id AS runId, u.secret, p.ciphertext, ${key}
     FROM uploads u ${withKey} JOIN upload_parts p ON p.upload_key = u.key
     WHERE u.id = ? AND p.number = ? AND u.state <> 'removed'`,
  )
  const unkept = sqlite
    .prepare<[], number>(
      `SELECT coalesce(sum(size + coalesce(page_bytes, 0)), 0) FROM uploads WHERE state IN ('receiving', 'whole')`,
    )
    .pluck()
  const toUpload = ({ name, dataClass, wrapped, ...row }: Row): Upload => {
    const { id, runId } = row
    return { ...row, filename: openFilename(keys.open({ runId, dataClass }, wrapped), { id, runId, name }) }
  }

  return {
    uploadsOf: (runId: string): Upload[] => ofRun.all(runId).map(toUpload),
    unkeptBytes: (): number => unkept.get()!,
    findUpload(id: string): Upload | undefined {
      const row = byId.get(id)
      return row && toUpload(row)
    },
    readPart(id: string, number: number): Uint8Array | undefined {
      const row = part.get(id, number)
      if (!row) return undefined
      const { runId, ciphertext } = row
      const parts = openParts(keys.open(row, row.wrapped), row)
      const bytes = parts.unsealBytes({ runId, upload: id, part: number }, ciphertext)
      release(ciphertext)
      return bytes
    },
  }
}
