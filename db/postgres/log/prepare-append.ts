import { type AppendRows, contentsOf } from '#db/ports/append-rows.ts'
import { BatchKeys } from '#db/keys/batch-keys.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { nameOf, readKeys } from '#db/postgres/keys/key-table.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { type EncodedRows, encodeRows } from './encode-rows.ts'

/** What an append needs besides the state of the log. */
export interface PreparedAppend {
  /** The request, with keyed fingerprints. */
  request: AppendRows
  keys: BatchKeys
  encoded: EncodedRows
  /**
   * The last transaction that had destroyed or replaced data keys before the keys were read; undefined if none was read.
   * If it is the same while the append lock is held, `keys` contains no key that has been destroyed or replaced since.
   */
  lastKeyChange: number | undefined
}

/**
 * Subquery with the id of the last transaction that has destroyed or replaced data keys, 0 if none has. Triggers record
 * it in the same transaction, which holds the append lock.
 */
export const lastKeyChangeText = `coalesce((SELECT value::bigint FROM settings WHERE name = 'last_key_change'), 0)`

/** Reads the data keys of the runs in a batch, and does everything that depends neither on the log nor on positions. */
export async function prepareAppend(
  db: Queryable,
  request: AppendRows,
  keys: DataKeys,
): Promise<PreparedAppend> {
  const sealing = [
    ...request.rows.flatMap(({ personal, runId }) => (personal === null ? [] : [runId])),
    ...contentsOf(request.rejected).map(({ runId }) => runId),
  ]
  const { wrapped, lastKeyChange } = await readWrapped(db, sealing)
  const held = new BatchKeys(keys, (owner) => wrapped.get(nameOf(owner)))
  const rows = held.keyFingerprints(request.rows)
  return { request: { ...request, rows }, keys: held, encoded: encodeRows(rows, keys), lastKeyChange }
}

/** The last change is read before the keys, so a change in between is noticed later. */
async function readWrapped(db: Queryable, runIds: readonly string[]) {
  if (runIds.length === 0) return { wrapped: new Map<string, Buffer>(), lastKeyChange: undefined }
  const last = db.query<{ change: number }>({
    name: 'append-key-change',
    text: `SELECT ${lastKeyChangeText} AS change`,
  })
  const [changed, rows] = await Promise.all([last, readKeys(db, runIds)])
  return {
    wrapped: new Map(rows.map((row) => [nameOf(row), row.wrapped])),
    lastKeyChange: changed.rows[0]!.change,
  }
}
