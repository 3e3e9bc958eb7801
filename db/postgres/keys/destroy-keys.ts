import type { DataClass } from '#domain/retention/data-class.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { type SealedUpload, resealUpload } from '#db/keys/upload-cipher.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'
import { type KeyRow, readKeys } from './key-table.ts'
import { hmacPartitions, keyPartition, partOf } from './partitions.ts'
import { requestRewrite } from './rewrite-partitions.ts'

export interface Destroyed {
  runId: string
  /** Values stored after this position stay readable. */
  upTo: number
  classes: readonly DataClass[]
}

/**
 * Destroys data keys and HMACs of runs, and removes the documents and rejected events sealed with these keys. The caller must hold the
 * append lock. After the commit, it must call `rewritePartitions`, which removes the deleted rows from the files.
 */
export async function destroyKeys(
  tx: Transaction,
  keys: DataKeys,
  destroyed: readonly Destroyed[],
): Promise<void> {
  const runs = new Map(destroyed.map((one) => [one.runId, one]))
  const held = await readKeys(tx, runs.keys())
  const matching = held.filter(({ runId, dataClass, position }) => {
    const { upTo, classes } = runs.get(runId)!
    return position <= upTo && classes.includes(dataClass)
  })
  const later = await readLater(tx, destroyed)
  const touched = new Set<number>()
  for (const key of matching) {
    const { runId, dataClass } = key
    const part = partOf(runId)
    touched.add(part)
    const values = later.values.filter((row) => row.runId === runId && row.dataClass === dataClass)
    const uploads = later.uploads.filter((row) => row.runId === runId && row.dataClass === dataClass)
    if (values.length + uploads.length > 0)
      renew({ tx, keys }, { ...key, position: runs.get(runId)!.upTo + 1 }, { values, uploads })
    else
      tx.send({
        text: `DELETE FROM ${keyPartition(part)} WHERE run_id = $1 AND class = $2`,
        values: [runId, dataClass],
      })
  }
  for (const { runId, upTo, classes } of destroyed) {
    // A key from after `upTo` belongs to a later order of the run. Its documents stay.
    const laterKeys = held.filter((key) => key.runId === runId && key.position > upTo)
    const gone = classes.filter((dataClass) => laterKeys.every((key) => key.dataClass !== dataClass))
    tx.send({ text: 'DELETE FROM documents WHERE run_id = $1 AND class = ANY ($2)', values: [runId, gone] })
  }
  const drafts = destroyed.flatMap(({ runId, classes }) => (classes.includes('draft') ? [runId] : []))
  tx.send({
    text: `UPDATE rejected_events
      SET state = 'removed', run_id = NULL, event_id = NULL, facts = NULL, ciphertext = NULL
      WHERE state = 'kept' AND run_id = ANY ($1)`,
    values: [drafts],
  })
  const removed = await Promise.all(
    destroyed.flatMap(({ runId, upTo }) => {
      const part = partOf(runId)
      return hmacPartitions(part).map(async (table) => {
        const text = `DELETE FROM ${table} WHERE run_id = $1 AND position <= $2`
        return (await tx.query(text, [runId, upTo])).rowCount ? [part] : []
      })
    }),
  )
  requestRewrite(tx, [...touched.union(new Set(removed.flat()))])
}

interface LaterValue {
  runId: string
  dataClass: DataClass
  position: number
  ciphertext: Buffer
}

type LaterUpload = { id: string; runId: string; dataClass: DataClass } & SealedUpload

interface Later {
  values: LaterValue[]
  uploads: LaterUpload[]
}

/**
 * Reads the values and uploads that were added after `upTo` and must stay readable. For example, a visitor added them
 * after the `erased` event was appended and before the erasure is complete.
 */
async function readLater(tx: Transaction, destroyed: readonly Destroyed[]): Promise<Later> {
  const limits = [destroyed.map(({ runId }) => runId), destroyed.map(({ upTo }) => upTo)]
  const [values, uploads] = await Promise.all([
    tx.query<LaterValue>(
      `SELECT p.run_id AS "runId", p.class AS "dataClass", p.position, p.ciphertext
       FROM unnest($1::text[], $2::bigint[]) AS run (id, up_to)
       JOIN personal_data p ON p.run_id = run.id AND p.position > run.up_to`,
      limits,
    ),
    tx.query<LaterUpload>(
      `SELECT u.id, u.run_id AS "runId", u.class AS "dataClass", u.name, u.secret
       FROM unnest($1::text[], $2::bigint[]) AS run (id, up_to)
       JOIN uploads u ON u.run_id = run.id AND u.position >= run.up_to`,
      limits,
    ),
  ])
  return { values: values.rows, uploads: uploads.rows }
}

/** Replaces a data key by a new one. Reseals with it the given values and uploads, which must stay readable. */
function renew(
  { tx, keys }: { tx: Transaction; keys: DataKeys },
  { wrapped, position, ...owner }: KeyRow,
  { values, uploads }: Later,
): void {
  const { runId, dataClass } = owner
  const [from, { key: to, wrapped: renewed }] = [keys.open(owner, wrapped), keys.create(owner)]
  tx.send({
    text: `UPDATE ${keyPartition(partOf(runId))} SET wrapped = $3, position = $4 WHERE run_id = $1 AND class = $2`,
    values: [runId, dataClass, renewed, position],
  })
  for (const { position: at, ciphertext } of values) {
    const place = { runId, position: at }
    tx.send({
      text: 'UPDATE personal_data SET ciphertext = $2 WHERE position = $1',
      values: [at, to.seal(place, from.unsealBytes(place, ciphertext))],
    })
  }
  for (const upload of uploads) {
    const { name, secret } = resealUpload(upload, { from, to })
    tx.send({
      text: 'UPDATE uploads SET name = $2, secret = $3 WHERE id = $1',
      values: [upload.id, name, secret],
    })
  }
}
