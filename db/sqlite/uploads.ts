import { release } from '../release.ts'
import type { NewUpload } from '../upload-store.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { Connection } from './connection.ts'
import { leavingZeros } from './leaving-zeros.ts'
import { markUploads, removeMarked } from './remove-uploads.ts'

interface Receiving {
  key: number
  runId: string
  field: string
}

/** The writing side of `UploadStore`. */
export function createUploads({ sqlite }: Connection, cipher: VaultCipher) {
  const insert = sqlite.prepare<[Omit<NewUpload, 'filename'> & { name: Buffer }]>(
    `INSERT INTO uploads (id, run_id, field, mime_type, created_at, position, state, name)
     SELECT @id, @runId, @field, @mimeType, @createdAt, coalesce(max(position), 0), 'receiving', @name FROM events`,
  )
  const receiving = sqlite.prepare<[string], Receiving>(
    `SELECT key, run_id AS runId, field FROM uploads WHERE id = ? AND state = 'receiving'`,
  )
  const insertPart = sqlite.prepare<[number, number, Buffer]>(
    'INSERT INTO upload_parts (upload_key, number, ciphertext) VALUES (?, ?, ?)',
  )
  const countWhole = sqlite
    .prepare<[Receiving], number>(
      `SELECT count(*) FROM uploads WHERE run_id = @runId AND field = @field AND state IN ('whole', 'kept')`,
    )
    .pluck()
  const finish = sqlite.prepare<[number, number]>(
    `UPDATE uploads SET state = 'whole', size = ? WHERE key = ?`,
  )
  const isWhole = sqlite.prepare<[string]>(
    `SELECT 1 FROM uploads WHERE id = ? AND state IN ('whole', 'kept')`,
  )
  const keep = sqlite.prepare<[string]>(`UPDATE uploads SET state = 'kept' WHERE id = ?`)
  const unkept = sqlite
    .prepare<[number, number], string>(
      `SELECT id FROM uploads WHERE state IN ('receiving', 'whole') AND created_at <= ?
       ORDER BY created_at, key LIMIT ?`,
    )
    .pluck()
  const mark = markUploads(sqlite)
  const removeNext = removeMarked(sqlite)

  const add = sqlite.transaction((id: string, number: number, bytes: Uint8Array): boolean => {
    const upload = receiving.get(id)
    if (!upload) return false
    const place = { runId: upload.runId, upload: id, part: number }
    const sealed = cipher.seal(place, bytes)
    insertPart.run(upload.key, number, sealed)
    release(sealed)
    release(bytes)
    return true
  })
  const finishWhole = sqlite.transaction((id: string, whole: { size: number; most: number }) => {
    const upload = receiving.get(id)
    if (!upload) return 'gone'
    if (countWhole.get(upload)! >= whole.most) return 'too-many'
    finish.run(whole.size, upload.key)
    return 'finished'
  })
  const keepAll = sqlite.transaction((ids: readonly string[]): boolean => {
    if (!ids.every((id) => isWhole.get(id))) return false
    for (const id of ids) keep.run(id)
    return true
  })

  return {
    beginUpload({ filename, ...upload }: NewUpload): void {
      const name = cipher.seal({ runId: upload.runId, upload: upload.id, part: 'name' }, filename)
      insert.run({ ...upload, name })
    },
    addPart: (id: string, number: number, bytes: Uint8Array): boolean => add.immediate(id, number, bytes),
    finishUpload: (id: string, whole: { size: number; most: number }): 'finished' | 'too-many' | 'gone' =>
      finishWhole.immediate(id, whole),
    keepUploads: (ids: readonly string[]): boolean => keepAll.immediate(ids),
    markUploads: (ids: readonly string[]): void =>
      leavingZeros(sqlite, () => {
        for (const id of ids) mark.one(id)
      }),
    markExpiredUploads: (until: number, limit: number): number =>
      leavingZeros(sqlite, () => {
        const ids = unkept.all(until, limit)
        for (const id of ids) mark.one(id)
        return ids.length
      }),
    /** A step of the removal of what is marked, and what to look for in the file after it. */
    removeMarkedUploads: () => leavingZeros(sqlite, removeNext),
  }
}
