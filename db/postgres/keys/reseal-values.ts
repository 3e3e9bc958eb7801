import type { Pool } from 'pg'
import { type Rekeying, type UnkeyedRow, openUnkeyed } from '#db/keys/unkeyed-values.ts'
import { type Transaction, transaction } from '#db/postgres/connection/transaction.ts'
import { ensureKeys } from './ensure-keys.ts'
import { nameOf } from './key-table.ts'
import { partOf } from './partitions.ts'
import { resealUploads } from './reseal-uploads.ts'

/**
 * Number of rows per transaction. After a crash, the next start continues with the rows left in
 * `personal_data_unkeyed`.
 */
const rowsAtOnce = 1000

/**
 * Reseals all personal values and uploads with data keys. Earlier versions sealed them with keys derived from
 * `PII_KEY`. The next migration drops `personal_data_unkeyed` and rewrites the table of uploads.
 */
export async function resealValues(pool: Pool, rekeying: Rekeying): Promise<void> {
  while (await transaction(pool, (tx) => moveValues(tx, rekeying)));
  while (await transaction(pool, (tx) => resealUploads(tx, rekeying)));
}

/**
 * Reseals up to `rowsAtOnce` rows of `personal_data_unkeyed` and moves them to `personal_data`. Returns false when no
 * row is left.
 */
async function moveValues(tx: Transaction, rekeying: Rekeying): Promise<boolean> {
  const { rows } = await tx.query<UnkeyedRow>(
    `SELECT p.position, p.run_id AS "runId", e.type, p.ciphertext, p.email_hmac AS "emailHmac", p.kept_for AS "keptFor"
     FROM personal_data_unkeyed p JOIN events e ON e.position = p.position ORDER BY p.position LIMIT $1`,
    [rowsAtOnce],
  )
  if (rows.length === 0) return false
  const opened = rows.map((row) => ({ ...row, ...openUnkeyed(row, rekeying) }))
  const held = await ensureKeys(tx, rekeying.keys, opened)
  const sealed = opened.map(({ position, runId, dataClass, text, ciphertext }) => {
    const key = held.get(nameOf({ runId, dataClass }))!
    return text === null ? ciphertext : key.seal({ runId, position }, text)
  })
  await tx.query(
    `INSERT INTO personal_data (position, run_id, class, ciphertext)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[])`,
    [
      opened.map(({ position }) => position),
      opened.map(({ runId }) => runId),
      opened.map(({ dataClass }) => dataClass),
      sealed,
    ],
  )
  const addresses = opened.filter(({ emailHmac }) => emailHmac !== null)
  await tx.query(
    `INSERT INTO email_hmacs (part, position, run_id, hmac)
     SELECT * FROM unnest($1::int[], $2::bigint[], $3::text[], $4::bytea[])`,
    [
      addresses.map(({ runId }) => partOf(runId)),
      addresses.map(({ position }) => position),
      addresses.map(({ runId }) => runId),
      addresses.map(({ emailHmac }) => emailHmac),
    ],
  )
  await tx.query('DELETE FROM personal_data_unkeyed WHERE position <= $1', [rows.at(-1)!.position])
  return true
}
