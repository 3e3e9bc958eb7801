import type Database from 'better-sqlite3'
import type { DataClass } from '#domain/retention/data-class.ts'
import type { CreatedKey } from '#db/keys/batch-keys.ts'
import { type DataKey, type DataKeys, type KeyOwner, wrappedBytes } from '#db/keys/data-keys.ts'

export interface KeyRow {
  id: number
  dataClass: DataClass
  wrapped: Buffer
  position: number
}

/** SQL condition for a key that is not destroyed. A destroyed key consists of zeros. */
export const keyExists = `wrapped <> zeroblob(${wrappedBytes})`

/** Creates the functions that read and write data keys. They must be called within a transaction. */
export function createKeyTable(sqlite: Database.Database, keys: DataKeys) {
  const find = sqlite
    .prepare<[string, DataClass], Buffer>(
      `SELECT wrapped FROM data_keys WHERE run_id = ? AND class = ? AND ${keyExists}`,
    )
    .pluck()
  const ofRun = sqlite.prepare<[string], KeyRow>(
    `SELECT id, class AS dataClass, wrapped, position FROM data_keys WHERE run_id = ? AND ${keyExists} ORDER BY id`,
  )
  const insert = sqlite.prepare<[CreatedKey]>(
    'INSERT INTO data_keys (run_id, class, wrapped, position) VALUES (@runId, @dataClass, @wrapped, @position)',
  )
  // The zeros have the length of the key, so SQLite overwrites the key in place.
  const destroy = sqlite.prepare<[number]>(
    `UPDATE data_keys SET wrapped = zeroblob(${wrappedBytes}) WHERE id = ?`,
  )

  const read = ({ runId, dataClass }: KeyOwner): Buffer | undefined => find.get(runId, dataClass)
  const insertKey = (key: CreatedKey): void => void insert.run(key)

  return {
    read,
    insert: insertKey,
    ofRun: (runId: string): KeyRow[] => ofRun.all(runId),
    destroy: (id: number): void => void destroy.run(id),
    open(owner: KeyOwner): DataKey | undefined {
      const wrapped = read(owner)
      return wrapped && keys.open(owner, wrapped)
    },
    add(owner: KeyOwner, position: number): DataKey {
      const { key, wrapped } = keys.create(owner)
      insertKey({ ...owner, wrapped, position })
      return key
    },
  }
}
