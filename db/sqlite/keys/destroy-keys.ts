import type { DataClass } from '#domain/retention/data-class.ts'
import type { DataKey, DataKeys } from '#db/keys/data-keys.ts'
import { type SealedUpload, resealUpload } from '#db/keys/upload-cipher.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { destroyHmacs } from './destroy-hmacs.ts'
import { type KeyRow, createKeyTable } from './key-table.ts'
import { removeContents } from './remove-contents.ts'

interface Destroyed {
  runId: string
  /** Position of the last event whose values become unreadable. Values of the run's later events stay readable. */
  upTo: number
  classes: readonly DataClass[]
}

/** The data keys for one data class of a run, before and after the renewal. */
interface Renewal {
  from: DataKey
  to: DataKey
}

/**
 * Returns a function that destroys the data keys and HMACs of a run, and removes the documents and the
 * content of rejected events that are sealed with these keys.
 * It must be called within a transaction.
 */
export function createDestroyKeys({ sqlite }: Connection, keys: DataKeys) {
  const table = createKeyTable(sqlite, keys)
  const forgetHmacs = destroyHmacs(sqlite)
  const removeRejected = removeContents(sqlite)
  const removeDocuments = sqlite.prepare<[string, DataClass]>(
    'DELETE FROM documents WHERE run_id = ? AND class = ?',
  )
  const laterValues = sqlite.prepare<[string, number, DataClass], { position: number; ciphertext: Buffer }>(
    `SELECT position, ciphertext FROM personal_data
     WHERE position IN (SELECT position FROM events WHERE run_id = ? AND position > ?) AND class = ?`,
  )
  const laterUploads = sqlite.prepare<[string, number, DataClass], { id: string } & SealedUpload>(
    `SELECT id, name, secret FROM uploads
     WHERE run_id = ? AND position >= ? AND class = ? AND state <> 'removed'`,
  )
  const updateValue = sqlite.prepare<[Buffer, number]>(
    'UPDATE personal_data SET ciphertext = ? WHERE position = ?',
  )
  const updateUpload = sqlite.prepare<[Buffer, Buffer, string]>(
    'UPDATE uploads SET name = ?, secret = ? WHERE id = ?',
  )

  /**
   * Encrypts the values entered after position `upTo` with a new key, so that they stay readable without the old key.
   * Such values are rare: they were entered between the `erased` event and the destruction of the old key.
   */
  function renew({ runId, upTo }: Destroyed, { dataClass, wrapped }: KeyRow): void {
    const values = laterValues.all(runId, upTo, dataClass)
    const uploads = laterUploads.all(runId, upTo, dataClass)
    if (values.length + uploads.length === 0) return
    const owner = { runId, dataClass }
    const { from, to }: Renewal = { from: keys.open(owner, wrapped), to: table.add(owner, upTo + 1) }
    for (const { position, ciphertext } of values) {
      const place = { runId, position }
      updateValue.run(to.seal(place, from.unsealBytes(place, ciphertext)), position)
    }
    for (const upload of uploads) {
      const { name, secret } = resealUpload({ ...upload, runId }, { from, to })
      updateUpload.run(name, secret, upload.id)
    }
  }

  return (destroyed: Destroyed): void => {
    const { runId, upTo, classes } = destroyed
    const held = table.ofRun(runId)
    for (const key of held) {
      if (key.position > upTo || !classes.includes(key.dataClass)) continue
      table.destroy(key.id)
      renew(destroyed, key)
    }
    // A key from after `upTo` belongs to a later order of the run. Its documents stay.
    const laterKeys = held.filter(({ position }) => position > upTo)
    for (const dataClass of classes)
      if (laterKeys.every((key) => key.dataClass !== dataClass)) removeDocuments.run(runId, dataClass)
    if (classes.includes('draft')) removeRejected(runId)
    forgetHmacs(runId, upTo)
  }
}
