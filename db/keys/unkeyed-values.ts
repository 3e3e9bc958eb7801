import { type DataClass, classOfEvent } from '#domain/retention/data-class.ts'
import type { DataKeys } from './data-keys.ts'
import type { VaultCipher } from './vault-cipher.ts'

/** A row of personal values as stored before data keys: sealed with a key derived from `PII_KEY`. */
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
  /** Null when the values cannot be decrypted; their ciphertext is then kept unchanged. */
  text: string | null
  emailHmac: Buffer | null
}

/** The ciphers before and after the migration to data keys. */
export interface Rekeying {
  before: VaultCipher
  keys: DataKeys
}

/** Keys of migrated values start at the beginning of the log, so every erasure includes them. */
export const migratedPosition = 0

/**
 * Decrypts a row of an earlier version. Recomputes its HMAC, because earlier versions had a different one per spelling.
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
