import type { CopyRow } from '#db/copy-store.ts'
import { type VaultCipher, createVaultCipher } from '#db/vault-cipher.ts'
import type { Change } from './copy-tables.ts'

/**
 * Rows as they are when both sides have the same key. Otherwise personal values are sealed again with the new one, and
 * fingerprints, which only it could be compared with, are left: they would have been forgotten after seconds anyway.
 */
export function changeOfKeys(keys: { from: Uint8Array; to: Uint8Array }): Change {
  if (Buffer.from(keys.from).equals(keys.to)) return (_, rows) => rows
  const [from, to] = [createVaultCipher(keys.from), createVaultCipher(keys.to)]
  return (table, rows) => {
    if (table === 'fingerprints') return []
    return table === 'personal_data' ? rows.map((row) => reseal(row, { from, to })) : rows
  }
}

function reseal(row: CopyRow, { from, to }: { from: VaultCipher; to: VaultCipher }): CopyRow {
  const [position, runId, sealed, emailHmac] = row as [number, string, Uint8Array, Uint8Array | null]
  const place = { runId, position }
  const text = from.unseal(place, sealed)
  const { form } = JSON.parse(text) as { form?: { email?: unknown } }
  const email = typeof form?.email === 'string' ? form.email : undefined
  return [position, runId, to.seal(place, text), emailHmac && email ? to.emailHmac(email) : null]
}
