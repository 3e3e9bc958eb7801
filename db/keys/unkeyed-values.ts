import { type DataClass, classOfEvent } from '#domain/retention/data-class.ts'
import type { DataKeys } from './data-keys.ts'
import type { VaultCipher } from './vault-cipher.ts'

/**
 * A row of personal values from before the migration to data keys. The values are sealed with a key derived from
 * `PII_KEY`.
 */
export interface UnkeyedRow {
  position: number
  runId: string
  type: string
  ciphertext: Buffer
  emailHmac: Buffer | null
  keptFor: 'invoice' | null
}

export interface OpenedRow {
  dataClass: DataClass
  /** The decrypted values as JSON. Null if they cannot be decrypted: their ciphertext is then kept unchanged. */
  text: string | null
  emailHmac: Buffer | null
}

/** The cipher from before the migration to data keys, and the data keys that replace it. */
export interface Rekeying {
  before: VaultCipher
  keys: DataKeys
}

/**
 * Position stored with the data keys of migrated values. An erasure destroys the keys of a run up to a position, which
 * is always greater than 0. Every erasure of the run therefore destroys the keys of its migrated values.
 */
export const migratedPosition = 0

/**
 * Decrypts a row from before the migration to data keys. Recomputes the HMAC of its e-mail address, because each
 * spelling of an address used to have a different HMAC.
 */
export function openUnkeyed(row: UnkeyedRow, { before, keys }: Rekeying): OpenedRow {
  const { position, runId, type, ciphertext, emailHmac, keptFor } = row
  const dataClass = keptFor ?? classOfEvent(type)
  try {
    const text = before.unseal({ runId, position }, ciphertext)
    const { form } = JSON.parse(text) as { form?: { email?: unknown } }
    const email = form?.email
    return {
      dataClass,
      text,
      emailHmac: emailHmac && typeof email === 'string' ? keys.emailHmac(email) : null,
    }
  } catch {
    return { dataClass, text: null, emailHmac }
  }
}
