import type { DataClass } from '#domain/retention/data-class.ts'
import type { DataKey } from '#db/keys/data-keys.ts'
import type { Rekeying } from '#db/keys/unkeyed-values.ts'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'
import { ensureKeys } from './ensure-keys.ts'
import { nameOf } from './key-table.ts'

const uploadsAtOnce = 500

interface UnkeyedUpload {
  id: string
  runId: string
  dataClass: DataClass
  name: Buffer
  secret: Buffer
}

/**
 * Reseals the names and part keys of at most `uploadsAtOnce` uploads with data keys. The parts themselves stay
 * unchanged. Returns false when no upload is left to reseal.
 */
export async function resealUploads(tx: Transaction, { before, keys }: Rekeying): Promise<boolean> {
  const { rows } = await tx.query<UnkeyedUpload>(
    `SELECT id, run_id AS "runId", CASE state WHEN 'kept' THEN 'order' ELSE 'draft' END AS "dataClass", name, secret
     FROM uploads WHERE class IS NULL ORDER BY key LIMIT $1`,
    [uploadsAtOnce],
  )
  if (rows.length === 0) return false
  const held = await ensureKeys(tx, keys, rows)
  const sealed = rows.map((row) => reseal(row, before, held.get(nameOf(row))!))
  await tx.query(
    `UPDATE uploads u SET class = s.class, name = s.name, secret = s.secret
     FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) AS s (id, class, name, secret) WHERE u.id = s.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ dataClass }) => dataClass),
      sealed.map(({ name }) => name),
      sealed.map(({ secret }) => secret),
    ],
  )
  return true
}

function reseal({ id, runId, name, secret }: UnkeyedUpload, before: VaultCipher, key: DataKey) {
  const [ofName, ofSecret] = [
    { runId, upload: id, part: 'name' as const },
    { runId, upload: id, part: 'key' as const },
  ]
  return {
    name: key.seal(ofName, before.unsealBytes(ofName, name)),
    secret: key.seal(ofSecret, before.unsealBytes(ofSecret, secret)),
  }
}
