import { decideRoom } from '#domain/uploads/upload-room.ts'
import type { FinishedUpload, NewUpload, UploadRoom, UploadStore } from '#db/ports/upload-store.ts'
import type { DataClass } from '#domain/retention/data-class.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { type SealedUpload, openParts, resealUpload, sealUpload } from '#db/keys/upload-cipher.ts'
import { headText } from '#db/reads/log/log-head.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { appendLock, uploadLock, uploadRoomLock } from '#db/postgres/connection/locks.ts'
import { readKey, ensureKey } from '#db/postgres/keys/key-table.ts'
import { readUploadRoom } from './read-upload-room.ts'
import type { UploadReads } from './read-uploads.ts'
import { type Transaction, transaction } from '#db/postgres/connection/transaction.ts'

interface Whole extends SealedUpload {
  id: string
  runId: string
  dataClass: DataClass
}

type Sealed = Omit<Whole, 'name'>

type Writes = Omit<UploadStore, UploadReads>

/** Creates the writing methods of `UploadStore`. */
export function createUploads(
  { pool }: Connection,
  keys: DataKeys,
  { reserved }: { reserved: boolean },
): Writes {
  // `begin` and `keep` can create data keys of a run. They take the append lock, because appends and erasures create
  // and destroy data keys of the same run. A command that has reserved the database already holds the lock in another
  // session.
  const lockAppends = (tx: Transaction) => {
    if (!reserved) tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
  }
  return {
    begin: (upload, room) =>
      transaction(pool, async (tx) => {
        if (room && !(await makeRoom(tx, room))) return 'no-room'
        lockAppends(tx)
        await insertUpload(tx, keys, { ...upload, size: room?.wanted ?? null })
        return 'begun'
      }),

    add: (id, number, bytes) =>
      transaction(pool, async (tx) => {
        // Locks the row of the upload, so that a concurrent removal waits and then also removes this part.
        const { rows } = await tx.query<Sealed & { key: number }>(
          `SELECT key, id, run_id AS "runId", secret, class AS "dataClass" FROM uploads
           WHERE id = $1 AND state = 'receiving' FOR SHARE`,
          [id],
        )
        const [upload] = rows
        const held = upload && (await readKey(tx, upload))
        if (!held) return false
        const place = { runId: upload.runId, upload: id, part: number }
        const parts = openParts(keys.open(upload, held.wrapped), upload)
        tx.send({
          text: 'INSERT INTO upload_parts (upload_key, number, ciphertext) VALUES ($1, $2, $3)',
          values: [upload.key, number, parts.seal(place, bytes)],
        })
        return true
      }),

    finish: (id, { size, pageBytes = 0, maxFiles, maxBytes }) =>
      transaction(pool, async (tx): Promise<FinishedUpload> => {
        // Uploads of one run are finished one at a time, so that the check of the limits counts all uploads that were
        // finished earlier.
        tx.send({
          text: `SELECT pg_advisory_xact_lock($2, hashtext(run_id)) FROM uploads WHERE id = $1`,
          values: [id, uploadLock],
        })
        const { rows } = await tx.query<{ files: number; bytes: number }>(
          `SELECT count(*) FILTER (WHERE other.field = upload.field) AS files,
             coalesce(sum(other.size), 0)::bigint AS bytes
           FROM uploads upload
           LEFT JOIN uploads other ON other.run_id = upload.run_id AND other.state IN ('whole', 'kept')
           WHERE upload.id = $1 AND upload.state = 'receiving' GROUP BY upload.key`,
          [id],
        )
        const [held] = rows
        if (!held) return 'gone'
        if (held.files >= maxFiles) return 'too-many'
        if (held.bytes + size > maxBytes) return 'run-full'
        const { rowCount } = await tx.query(
          `UPDATE uploads SET state = 'whole', size = $2, page_bytes = $3 WHERE id = $1 AND state = 'receiving'`,
          [id, size, pageBytes],
        )
        return rowCount ? 'finished' : 'gone'
      }),

    remove: async (ids) => {
      await pool.query('DELETE FROM uploads WHERE id = ANY ($1)', [ids])
    },

    expire: async (until, limit) => {
      // PostgreSQL checks `state` again when it locks a row. An upload that has become `kept` meanwhile is thus not
      // deleted.
      const { rowCount } = await pool.query(
        `DELETE FROM uploads WHERE state <> 'kept' AND key IN (
           SELECT key FROM uploads WHERE state <> 'kept' AND created_at <= $1 ORDER BY created_at, key LIMIT $2)`,
        [until, limit],
      )
      return rowCount ?? 0
    },

    keep: (ids, at) =>
      transaction(pool, async (tx) => {
        lockAppends(tx)
        // The rows are locked before they are counted, so that no upload can be removed in between. The fixed order
        // prevents deadlocks.
        const { rows } = await tx.query<Whole>(
          `SELECT id, run_id AS "runId", class AS "dataClass", name, secret FROM uploads
           WHERE id = ANY ($1) AND state <> 'receiving' ORDER BY id FOR NO KEY UPDATE`,
          [ids],
        )
        if (rows.length !== new Set(ids).size) return false
        for (const upload of rows) await moveToOrder(tx, keys, upload)
        tx.send({
          text: `UPDATE uploads SET state = 'kept', order_pending_since = $2
                 WHERE id = ANY ($1) AND (state = 'whole' OR order_pending_since IS NOT NULL)`,
          values: [ids, at],
        })
        return true
      }),

    settleKept: async ({ until, orderPrefix, limit }) => {
      const { rows } = await pool.query<{ removed: number; checked: number }>(
        `WITH pending AS (
           SELECT key, EXISTS (SELECT FROM once_keys o WHERE o.key = $2 || run_id) AS ordered FROM uploads
           WHERE order_pending_since <= $1 ORDER BY order_pending_since LIMIT $3 FOR UPDATE),
         settled AS (
           UPDATE uploads u SET order_pending_since = NULL FROM pending p WHERE u.key = p.key AND p.ordered RETURNING 1),
         gone AS (DELETE FROM uploads u USING pending p WHERE u.key = p.key AND NOT p.ordered RETURNING 1)
         SELECT (SELECT count(*) FROM gone) AS removed, (SELECT count(*) FROM pending) AS checked`,
        [until, orderPrefix, limit],
      )
      return rows[0]!
    },
  }
}

async function makeRoom(tx: Transaction, room: UploadRoom): Promise<boolean> {
  tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [uploadRoomLock] })
  const { fits, remove } = decideRoom(...(await readUploadRoom(tx, room)))
  // An upload that has been kept meanwhile belongs to an order and stays.
  if (remove.length > 0)
    tx.send({ text: `DELETE FROM uploads WHERE id = ANY ($1) AND state <> 'kept'`, values: [remove] })
  return fits
}

/** Inserts an upload. The caller must hold the append lock. */
async function insertUpload(
  tx: Transaction,
  keys: DataKeys,
  upload: NewUpload & { size: number | null },
): Promise<void> {
  const { id, runId, field, filename, mimeType, createdAt, size } = upload
  const position = await readHead(tx)
  // An erasure destroys the keys up to and including the position of its `erased` event. The next event may be an
  // `erased` event that must include this upload. A new key therefore gets the position of the next event.
  const key = await ensureKey(tx, keys, { runId, dataClass: 'draft', position: position + 1 })
  const { name, secret } = sealUpload(key, upload, filename)
  tx.send({
    text: `INSERT INTO uploads (id, run_id, field, mime_type, created_at, state, name, secret, class, size, position)
       VALUES ($1, $2, $3, $4, $5, 'receiving', $6, $7, 'draft', $8, $9)`,
    values: [id, runId, field, mimeType, createdAt, name, secret, size, position],
  })
}

async function readHead(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ head: number }>(headText)
  return rows[0]!.head
}

/** Reseals an upload with the run's data key of the class `order`. */
async function moveToOrder(tx: Transaction, keys: DataKeys, upload: Whole): Promise<void> {
  const { id, runId, dataClass } = upload
  if (dataClass === 'order') return
  const held = await readKey(tx, upload)
  if (!held) return
  const order = { runId, dataClass: 'order', position: (await readHead(tx)) + 1 } as const
  const to = await ensureKey(tx, keys, order)
  const { name, secret } = resealUpload(upload, { from: keys.open(held, held.wrapped), to })
  tx.send({
    text: `UPDATE uploads SET class = 'order', name = $2, secret = $3 WHERE id = $1`,
    values: [id, name, secret],
  })
}
