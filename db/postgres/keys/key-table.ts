import type { DataClass } from '#domain/retention/data-class.ts'
import type { DataKey, DataKeys, KeyOwner } from '#db/keys/data-keys.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { byPartition, keyPartition, partOf } from './partitions.ts'

export interface KeyRow extends KeyOwner {
  wrapped: Buffer
  position: number
}

/** Reads the keys of runs with one query per partition; the queries share a round trip. */
export async function readKeys(db: Queryable, runIds: Iterable<string>): Promise<KeyRow[]> {
  const runs = [...new Set(runIds)].map((runId) => ({ runId }))
  const read = await Promise.all(
    [...byPartition(runs)].map(([part, members]) =>
      db.query<KeyRow>({
        name: `read-keys-${part}`,
        text: `SELECT run_id AS "runId", class AS "dataClass", wrapped, position
          FROM ${keyPartition(part)} WHERE run_id = ANY ($1)`,
        values: [members.map(({ runId }) => runId)],
      }),
    ),
  )
  return read.flatMap(({ rows }) => rows)
}

export async function readKey(db: Queryable, owner: KeyOwner): Promise<KeyRow | undefined> {
  return (await readKeys(db, [owner.runId])).find(({ dataClass }) => dataClass === owner.dataClass)
}

/** Returns the data key of a run and class, and creates it if there is none. The caller must hold the append lock. */
export async function ensureKey(
  tx: Queryable,
  keys: DataKeys,
  { position, ...owner }: KeyOwner & { position: number },
): Promise<DataKey> {
  const existing = await readKey(tx, owner)
  if (existing) return keys.open(owner, existing.wrapped)
  const { key, wrapped } = keys.create(owner)
  await insertKeys(tx, [{ ...owner, wrapped, position }])
  return key
}

export async function insertKeys(tx: Queryable, rows: readonly KeyRow[]): Promise<void> {
  await tx.query(
    `INSERT INTO data_keys (part, run_id, class, wrapped, position)
     SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::bytea[], $5::bigint[])`,
    [
      rows.map(({ runId }) => partOf(runId)),
      rows.map(({ runId }) => runId),
      rows.map(({ dataClass }) => dataClass),
      rows.map(({ wrapped }) => wrapped),
      rows.map(({ position }) => position),
    ],
  )
}

/** Returns the string by which maps identify a data key. */
export const nameOf = (owner: { runId: string; dataClass: DataClass }): string =>
  owner.dataClass + owner.runId
