import type { Pool } from 'pg'
import type { DataClass } from '#domain/retention/data-class.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import type { DataKey, DataKeys, KeyOwner } from '#db/keys/data-keys.ts'
import { openFilename, openParts } from '#db/keys/upload-cipher.ts'
import { nameOf, readKeys } from '#db/postgres/keys/key-table.ts'

type Row = Omit<Upload, 'filename'> & { name: Buffer; dataClass: DataClass }

export type UploadReads = 'list' | 'find' | 'read' | 'unkeptBytes'

const columns = `id, run_id AS "runId", class AS "dataClass", field, mime_type AS "mimeType", size,
  created_at AS "createdAt", position, name`
const whole = `state IN ('whole', 'kept')`

/** Creates the reading methods of `UploadStore`. They skip uploads whose key was destroyed. */
export function createUploadReads(pool: Pool, keys: DataKeys): Pick<UploadStore, UploadReads> {
  const select = async (rest: string, values: string[]): Promise<Upload[]> => {
    const { rows } = await pool.query<Row>(
      `SELECT ${columns} FROM uploads WHERE ${whole} AND ${rest}`,
      values,
    )
    const held = await openKeys(rows)
    return rows.flatMap(({ name, dataClass, ...row }) => {
      const { id, runId } = row
      const key = held.get(nameOf({ runId, dataClass }))
      return key ? [{ ...row, filename: openFilename(key, { id, runId, name }) }] : []
    })
  }
  // Keys are read by a separate query that names their partition, because a join would open all partitions.
  async function openKeys(owners: readonly KeyOwner[]): Promise<Map<string, DataKey>> {
    const runIds = owners.map(({ runId }) => runId)
    const rows = await readKeys(pool, runIds)
    return new Map(rows.map((row) => [nameOf(row), keys.open(row, row.wrapped)]))
  }
  return {
    list: (runId) => select('run_id = $1 ORDER BY key', [runId]),
    unkeptBytes: async () => {
      const { rows } = await pool.query<{ bytes: number }>(
        `SELECT coalesce(sum(size + coalesce(page_bytes, 0)), 0)::bigint AS bytes FROM uploads WHERE state <> 'kept'`,
      )
      return rows[0]!.bytes
    },
    find: async (id) => (await select('id = $1', [id]))[0],
    read: async (id, number) => {
      const { rows } = await pool.query<KeyOwner & { id: string; secret: Buffer; ciphertext: Buffer }>(
        `SELECT id, run_id AS "runId", class AS "dataClass", secret, ciphertext
         FROM uploads JOIN upload_parts ON upload_key = key WHERE id = $1 AND number = $2`,
        [id, number],
      )
      const [part] = rows
      const key = part && (await openKeys([part])).get(nameOf(part))
      if (!key) return undefined
      const place = { runId: part.runId, upload: id, part: number }
      return openParts(key, part).unsealBytes(place, part.ciphertext)
    },
  }
}
