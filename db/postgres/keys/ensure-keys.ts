import type { DataKey, DataKeys, KeyOwner } from '#db/keys/data-keys.ts'
import { migratedPosition } from '#db/keys/unkeyed-values.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'
import { type KeyRow, insertKeys, nameOf, readKeys } from './key-table.ts'

/** Returns the data keys of the owners, by `nameOf(owner)`. Creates missing data keys. */
export async function ensureKeys(
  tx: Transaction,
  keys: DataKeys,
  owners: readonly KeyOwner[],
): Promise<Map<string, DataKey>> {
  const held = new Map<string, DataKey>()
  const existing = await readKeys(
    tx,
    owners.map(({ runId }) => runId),
  )
  for (const row of existing) held.set(nameOf(row), keys.open(row, row.wrapped))
  const created: KeyRow[] = []
  for (const { runId, dataClass } of owners) {
    const owner = { runId, dataClass }
    if (held.has(nameOf(owner))) continue
    const { key, wrapped } = keys.create(owner)
    held.set(nameOf(owner), key)
    created.push({ ...owner, wrapped, position: migratedPosition })
  }
  await insertKeys(tx, created)
  return held
}
