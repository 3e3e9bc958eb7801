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
   * How often data keys had been destroyed or replaced before the keys were read; undefined if none was read. If the
   * number is the same while the append lock is held, `keys` are still the stored ones.
   */
  keyChanges: number | undefined
}

/**
 * Subquery with the number of statements that have destroyed or replaced data keys. Triggers count them. The number is
 * part of the transaction that changes the keys, and all of these hold the append lock.
 */
export const keyChangesText = `coalesce((SELECT value::bigint FROM settings WHERE name = 'key_changes'), 0)`

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
  const { wrapped, keyChanges } = await readWrapped(db, sealing)
  const held = new BatchKeys(keys, (owner) => wrapped.get(nameOf(owner)))
  const rows = held.keyFingerprints(request.rows)
  return { request: { ...request, rows }, keys: held, encoded: encodeRows(rows, keys), keyChanges }
}

/** The number of changes is read first, so a change in between is noticed later. */
async function readWrapped(db: Queryable, runIds: readonly string[]) {
  if (runIds.length === 0) return { wrapped: new Map<string, Buffer>(), keyChanges: undefined }
  const counting = db.query<{ changes: number }>({
    name: 'append-key-changes',
    text: `SELECT ${keyChangesText} AS changes`,
  })
  const [counted, rows] = await Promise.all([counting, readKeys(db, runIds)])
  return {
    wrapped: new Map(rows.map((row) => [nameOf(row), row.wrapped])),
    keyChanges: counted.rows[0]!.changes,
  }
}
