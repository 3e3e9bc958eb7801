import { decideRoom } from '#domain/uploads/upload-room.ts'
import { release } from '#db/worker/release.ts'
import type { FinishedUpload, KeptStep, NewUpload, UploadRoom, WholeUpload } from '#db/ports/upload-store.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { type SealedUpload, openParts, resealUpload, sealUpload } from '#db/keys/upload-cipher.ts'
import type { DataClass } from '#domain/retention/data-class.ts'
import { headText } from '#db/reads/log/log-head.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createKeyTable } from '#db/sqlite/keys/key-table.ts'
import { readUploadRoom } from './read-upload-room.ts'
import { markUploads, removeMarked } from './remove-uploads.ts'

interface Receiving {
  key: number
  runId: string
  field: string
  dataClass: DataClass
  secret: Buffer
}

interface Whole extends SealedUpload {
  id: string
  runId: string
  dataClass: DataClass
}

/** Creates the writing methods of `UploadStore`. */
export function createUploads({ sqlite }: Connection, keys: DataKeys) {
  const table = createKeyTable(sqlite, keys)
  const head = sqlite.prepare<[], number>(headText).pluck()
  const insert = sqlite.prepare<
    [Omit<NewUpload, 'filename'> & SealedUpload & { size: number | null; position: number }]
  >(
    `INSERT INTO uploads (id, run_id, field, mime_type, created_at, position, state, name, secret, class, size)
     VALUES (@id, @runId, @field, @mimeType, @createdAt, @position, 'receiving', @name, @secret, 'draft', @size)`,
  )
  const room = readUploadRoom(sqlite)
  const receiving = sqlite.prepare<[string], Receiving>(
    `SELECT key, run_id AS runId, field, class AS dataClass, secret FROM uploads
     WHERE id = ? AND state = 'receiving'`,
  )
  const insertPart = sqlite.prepare<[number, number, Buffer]>(
    'INSERT INTO upload_parts (upload_key, number, ciphertext) VALUES (?, ?, ?)',
  )
  const countWhole = sqlite
    .prepare<[Receiving], number>(
      `SELECT count(*) FROM uploads WHERE run_id = @runId AND field = @field AND state IN ('whole', 'kept')`,
    )
    .pluck()
  const bytesOfRun = sqlite
    .prepare<[Receiving], number>(
      `SELECT coalesce(sum(size), 0) FROM uploads WHERE run_id = @runId AND state IN ('whole', 'kept')`,
    )
    .pluck()
  const finish = sqlite.prepare<[number, number, number]>(
    `UPDATE uploads SET state = 'whole', size = ?, page_bytes = ? WHERE key = ?`,
  )
  const findWhole = sqlite.prepare<[string], Whole>(
    `SELECT id, run_id AS runId, class AS dataClass, name, secret FROM uploads
     WHERE id = ? AND state IN ('whole', 'kept')`,
  )
  const moveToOrder = sqlite.prepare<[Buffer, Buffer, string]>(
    `UPDATE uploads SET class = 'order', name = ?, secret = ? WHERE id = ?`,
  )
  const keep = sqlite.prepare<[number, string]>(
    `UPDATE uploads SET state = 'kept', order_pending_since = ?
     WHERE id = ? AND (state = 'whole' OR (state = 'kept' AND order_pending_since IS NOT NULL))`,
  )
  const pending = sqlite.prepare<[KeptStep], { key: number; id: string; ordered: 0 | 1 }>(
    `SELECT key, id, EXISTS (SELECT 1 FROM once_keys o WHERE o.key = @orderPrefix || run_id) AS ordered
     FROM uploads WHERE order_pending_since <= @until AND state = 'kept' ORDER BY order_pending_since LIMIT @limit`,
  )
  const settle = sqlite.prepare<[number]>('UPDATE uploads SET order_pending_since = NULL WHERE key = ?')
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
    const { runId } = upload
    const key = table.open(upload)
    if (!key) return false
    const place = { runId, upload: id, part: number }
    const sealed = openParts(key, { id, runId, secret: upload.secret }).seal(place, bytes)
    insertPart.run(upload.key, number, sealed)
    release(sealed)
    release(bytes)
    return true
  })
  const finishWhole = sqlite.transaction((id: string, whole: WholeUpload): FinishedUpload => {
    const upload = receiving.get(id)
    if (!upload) return 'gone'
    if (countWhole.get(upload)! >= whole.maxFiles) return 'too-many'
    if (bytesOfRun.get(upload)! + whole.size > whole.maxBytes) return 'run-full'
    finish.run(whole.size, whole.pageBytes ?? 0, upload.key)
    return 'finished'
  })
  const keepAll = sqlite.transaction((ids: readonly string[], at: number): boolean => {
    const uploads = ids.map((id) => findWhole.get(id))
    if (!uploads.every((upload) => upload !== undefined)) return false
    for (const upload of uploads) {
      if (upload.dataClass !== 'order') reseal(upload)
      keep.run(at, upload.id)
    }
    return true
  })

  /** Encrypts an upload's name and secret again, with the `order` key of the upload's run. */
  function reseal(upload: Whole): void {
    const order = { runId: upload.runId, dataClass: 'order' } as const
    const from = table.open(upload)
    if (!from) return
    const to = table.open(order) ?? table.add(order, head.get()! + 1)
    const { name, secret } = resealUpload(upload, { from, to })
    moveToOrder.run(name, secret, upload.id)
  }

  const begin = sqlite.transaction(({ filename, ...upload }: NewUpload, given: UploadRoom | undefined) => {
    const { fits, remove } = given ? decideRoom(...room(given)) : { fits: true, remove: [] }
    for (const id of remove) mark.one(id)
    const outcome = fits ? ('begun' as const) : ('no-room' as const)
    if (!fits) return { outcome, removed: remove.length }
    const position = head.get()!
    const draft = { runId: upload.runId, dataClass: 'draft' } as const
    // The key gets the position of the next event. An erasure destroys only keys up to its own position. If the next
    // event erases the run, this key is therefore destroyed as well.
    const key = table.open(draft) ?? table.add(draft, position + 1)
    insert.run({ ...upload, ...sealUpload(key, upload, filename), position, size: given?.wanted ?? null })
    return { outcome, removed: remove.length }
  })
  const settleAll = sqlite.transaction((step: KeptStep) => {
    const kept = pending.all(step)
    for (const { key, id, ordered } of kept) {
      settle.run(key)
      if (!ordered) mark.one(id)
    }
    return { removed: kept.filter(({ ordered }) => !ordered).length, checked: kept.length }
  })
  const markAll = sqlite.transaction((ids: readonly string[]): number => {
    for (const id of ids) mark.one(id)
    return ids.length
  })
  const markExpired = sqlite.transaction((until: number, limit: number) => markAll(unkept.all(until, limit)))
  const removeMarkedStep = sqlite.transaction(() => removeNext())

  return {
    /**
     * Begins an upload. To make room, it can mark other uploads as removed. The caller must then delete their parts.
     */
    beginUpload: (upload: NewUpload, given: UploadRoom | undefined) => begin.immediate(upload, given),
    addPart: (id: string, number: number, bytes: Uint8Array): boolean => add.immediate(id, number, bytes),
    finishUpload: (id: string, whole: WholeUpload): FinishedUpload => finishWhole.immediate(id, whole),
    keepUploads: (ids: readonly string[], at: number): boolean => keepAll.immediate(ids, at),
    /**
     * Implements `UploadStore.settleKept`, except that it only marks uploads as removed. The caller must then delete
     * their parts.
     */
    settleKept: (step: KeptStep): { removed: number; checked: number } => settleAll.immediate(step),
    markUploads: (ids: readonly string[]): void => void markAll.immediate(ids),
    markExpiredUploads: (until: number, limit: number): number => markExpired.immediate(until, limit),
    /** Deletes some parts of an upload that is marked as removed. Returns false if there is no such upload. */
    removeMarkedUploads: (): boolean => removeMarkedStep.immediate(),
  }
}
