import { createSecretKey, hash, randomBytes } from 'node:crypto'
import type { DataClass } from '#domain/retention/data-class.ts'
import { type Sealing, isSealedWith, openSealed, sealBytes } from './sealed-bytes.ts'
import { type ValueLocation, createVaultCipher, deriveFrom, describeLocation } from './vault-cipher.ts'

/** Identifies a data key. Each run has one data key per class of personal data. */
export interface KeyOwner {
  runId: string
  dataClass: DataClass
}

/**
 * An unwrapped data key. Once its wrapped form is deleted from the database, nothing sealed with the key can be read.
 */
export interface DataKey {
  /**
   * Encrypts content (text as UTF-8). The ciphertext can be decrypted only for the same location, for example an event.
   */
  seal(location: ValueLocation, content: string | Uint8Array): Buffer
  /** Decrypts sealed text. Throws if the ciphertext was changed or moved, or was sealed with another key. */
  unseal(location: ValueLocation, sealed: Uint8Array): string
  unsealBytes(location: ValueLocation, sealed: Uint8Array): Buffer
  /**
   * Returns `keyedPrefix`, followed by a hash of this key and the fingerprint. Once the key is destroyed, guessed
   * content cannot be checked against this hash.
   */
  fingerprint(fingerprint: string): string
}

/** A new data key and its wrapped form. The database stores only the wrapped form. */
export interface NewDataKey {
  key: DataKey
  wrapped: Buffer
}

export interface DataKeys {
  /** Identifies `PII_KEY` without revealing anything about it. */
  keyFingerprint: string
  /**
   * Returns a keyed hash of an e-mail address. The runs of a person are found by this hash, so no address is stored in
   * plain text. All spellings of an address have the same hash (see `normalEmail`).
   */
  emailHmac(email: string): Buffer
  /** Returns a keyed hash of a word of a name (see `wordsOf`), by which orders are found. */
  nameHmac(word: string): Buffer
  create(owner: KeyOwner): NewDataKey
  /**
   * Unwraps a data key. Throws if the wrapped key was changed, belongs to another run or class, or was wrapped with
   * another `PII_KEY`.
   */
  open(owner: KeyOwner, wrapped: Uint8Array): DataKey
  /** Unwraps a data key and wraps it with the `PII_KEY` of `other`. */
  rewrap(owner: KeyOwner, wrapped: Uint8Array, other: DataKeys): Buffer
  /** Wraps a data key that is given as raw bytes. */
  wrap(owner: KeyOwner, bytes: Uint8Array): Buffer
}

const keyBytes = 32

/** Length of a wrapped key in bytes: format, nonce, tag and key. */
export const wrappedBytes = 1 + 12 + 16 + keyBytes

/**
 * First byte of a wrapped key. The first byte of all sealed content states its format: 3 for wrapped keys, 2 for
 * content sealed with a data key, 1 for content sealed by `vault-cipher.ts`.
 */
const wrappedFormat = Buffer.of(3)
const valueFormat = Buffer.of(2)

/** Returns functions that create and open data keys. Data keys are wrapped with a key derived from `PII_KEY`. */
export function createDataKeys(piiKey: Uint8Array): DataKeys {
  const { keyFingerprint, emailHmac, nameHmac } = createVaultCipher(piiKey)
  const wrapping: Sealing = {
    key: createSecretKey(deriveFrom(piiKey)('data keys', keyBytes)),
    prefix: wrappedFormat,
  }
  const wrap = (owner: KeyOwner, bytes: Uint8Array) => sealBytes(wrapping, describeOwner(owner), bytes)
  const unwrap = (owner: KeyOwner, wrapped: Uint8Array) => openSealed(wrapping, describeOwner(owner), wrapped)
  return {
    keyFingerprint,
    emailHmac,
    nameHmac,
    wrap,
    create(owner) {
      const bytes = nextKey()
      return { key: toDataKey(owner, bytes), wrapped: wrap(owner, bytes) }
    },
    open: (owner, wrapped) => toDataKey(owner, unwrap(owner, wrapped)),
    rewrap: (owner, wrapped, other) => other.wrap(owner, unwrap(owner, wrapped)),
  }
}

const describeOwner = ({ runId, dataClass }: KeyOwner) => `${dataClass}:${runId}`

let random = Buffer.alloc(0)

/**
 * Returns random bytes for a new key. A call of `randomBytes` costs as much as wrapping a key, so each call generates
 * the bytes of 64 keys.
 */
function nextKey(): Buffer {
  if (random.length === 0) random = randomBytes(64 * keyBytes)
  const bytes = random.subarray(0, keyBytes)
  random = random.subarray(keyBytes)
  return bytes
}

/**
 * Returns the prefix of a run's keyed fingerprints: the run id, which begins with the time. In the index, the
 * fingerprints of one run are therefore adjacent, and those of new runs are at the end.
 */
const keyedPrefix = (runId: string): string => `${runId}:`

function toDataKey({ runId, dataClass }: KeyOwner, bytes: Buffer): DataKey {
  const key = createSecretKey(bytes)
  const sealing = { key, prefix: valueFormat }
  const about = (location: ValueLocation) => `${dataClass}:${describeLocation(location)}`
  function unsealBytes(location: ValueLocation, sealed: Uint8Array): Buffer {
    if (!isSealedWith(sealing, sealed))
      throw new Error(`personal data of run ${location.runId} was not sealed with a data key`)
    return openSealed(sealing, about(location), sealed)
  }
  return {
    seal: (location, content) => sealBytes(sealing, about(location), content),
    unseal: (location, sealed) => unsealBytes(location, sealed).toString('utf8'),
    unsealBytes,
    fingerprint(fingerprint) {
      // Hashing the key and the fingerprint in one go takes a third of the time of an HMAC. It is safe here: only half
      // of the digest is kept, which rules out length extension, and 128 bits are enough (RFC 2104, section 5).
      const keyed = hash('sha256', Buffer.concat([bytes, Buffer.from(`fingerprint:${fingerprint}`)]), 'hex')
      return keyedPrefix(runId) + keyed.slice(0, 32)
    },
  }
}
