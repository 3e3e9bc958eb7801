import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { normalEmail } from './email-address.ts'
import { isSealedWith, openSealed, sealBytes } from './sealed-bytes.ts'

/**
 * What a ciphertext belongs to: an event, one value of an upload, a document, or a rejected event. A ciphertext cannot be decrypted for
 * another location. Ciphertexts that were swapped between rows are therefore detected.
 */
export type ValueLocation = EventLocation | UploadLocation | DocumentLocation | RejectionLocation

/** Location of the personal values of one event. */
interface EventLocation {
  runId: string
  position: number
}

/** Location of one value of an upload: its name, the key of its parts, or one of the parts. */
interface UploadLocation {
  runId: string
  upload: string
  part: number | 'name' | 'key'
}

/** Location of a frozen document: its kind and version, such as `invoice:1`. */
interface DocumentLocation {
  runId: string
  document: string
}

/** Location of the values of a rejected event. The id is the one that the client chose for the event. */
interface RejectionLocation {
  runId: string
  rejected: string
}

export interface VaultCipher {
  /**
   * Identifies the key without revealing anything about it. This fingerprint is stored in the database and compared
   * when the store is opened.
   */
  keyFingerprint: string
  /**
   * Encrypts content (text as UTF-8). The ciphertext can be decrypted only for the same location, for example an event.
   */
  seal(location: ValueLocation, content: string | Uint8Array): Buffer
  /** Decrypts sealed text. Throws if the ciphertext was changed or moved, or was sealed with another key. */
  unseal(location: ValueLocation, sealed: Uint8Array): string
  /** Like `unseal`, for bytes. */
  unsealBytes(location: ValueLocation, sealed: Uint8Array): Buffer
  /**
   * Returns a keyed hash of an e-mail address. The runs of a person are found by this hash, so no address is stored in
   * plain text. All spellings of an address have the same hash (see `normalEmail`).
   */
  emailHmac(email: string): Buffer
  /** Returns a keyed hash of a word of a name (see `wordsOf`), by which orders are found. */
  nameHmac(word: string): Buffer
}

export const piiKeyBytes = 32

// A sealed value begins with the format (1 byte) and the key id (4 bytes).
const format = 1
const keyIdBytes = 4

/**
 * Creates a cipher. Uses HKDF (RFC 5869) to derive the encryption key, the key for hashing e-mail addresses and the
 * fingerprint of `piiKey`.
 */
export function createVaultCipher(piiKey: Uint8Array): VaultCipher {
  const derive = deriveFrom(piiKey)
  // Key objects are used because passing raw bytes costs more per call than the encryption itself.
  const encryptionKey = createSecretKey(derive('encrypt', 32))
  const emailKey = createSecretKey(derive('email', 32))
  const nameKey = createSecretKey(derive('name', 32))
  const keyFingerprint = derive('fingerprint', 16)
  const prefix = Buffer.concat([Buffer.of(format), keyFingerprint.subarray(0, keyIdBytes)])
  const sealing = { key: encryptionKey, prefix }

  function unsealBytes(location: ValueLocation, sealed: Uint8Array): Buffer {
    if (!isSealedWith(sealing, sealed)) {
      const found = Buffer.from(sealed.subarray(0, prefix.length)).toString('hex')
      const what = whereOf(location)
      throw new Error(
        `personal data ${what} was sealed with format and key ${found}, the given key is ${prefix.toString('hex')}`,
      )
    }
    return openSealed(sealing, describeLocation(location), sealed)
  }

  return {
    keyFingerprint: keyFingerprint.toString('hex'),
    seal: (location, content) => sealBytes(sealing, describeLocation(location), content),
    unseal: (location, sealed) => unsealBytes(location, sealed).toString('utf8'),
    unsealBytes,
    emailHmac: (email) => createHmac('sha256', emailKey).update(normalEmail(email)).digest(),
    nameHmac: (word) => createHmac('sha256', nameKey).update(word).digest(),
  }
}

/** Returns a function that derives a separate key for each purpose. Throws unless `piiKey` has 32 bytes. */
export function deriveFrom(piiKey: Uint8Array): (purpose: string, bytes: number) => Buffer {
  if (piiKey.length !== piiKeyBytes) {
    throw new Error(
      `the key for personal data has ${piiKey.length} bytes; it must have exactly ${piiKeyBytes}`,
    )
  }
  return (purpose, bytes) =>
    Buffer.from(hkdfSync('sha256', piiKey, Buffer.alloc(0), `formlotse/vault/${purpose}`, bytes))
}

function whereOf(location: ValueLocation): string {
  if ('rejected' in location) return `of rejected event ${location.rejected}`
  if ('upload' in location) return `of upload ${location.upload}`
  if ('document' in location) return `of document ${location.document} of run ${location.runId}`
  return `at position ${location.position}`
}

export function describeLocation(location: ValueLocation): string {
  if ('rejected' in location) return `rejected:${location.rejected}:${location.runId}`
  if ('upload' in location) return `upload:${location.upload}:${location.part}:${location.runId}`
  if ('document' in location) return `document:${location.document}:${location.runId}`
  return `${location.position}:${location.runId}`
}
