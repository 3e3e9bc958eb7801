import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** Where a ciphertext belongs; it can be read nowhere else, so rows cannot be swapped unnoticed. */
export type VaultPlace = EventPlace | UploadPlace

/** The values of one event. */
interface EventPlace {
  runId: string
  position: number
}

/** The name of an upload, the key that its parts are encrypted with where they have one of their own, or a part of it. */
interface UploadPlace {
  runId: string
  upload: string
  part: number | 'name' | 'key'
}

export interface VaultCipher {
  /** Tells keys apart without saying anything about them; stored beside the data and compared at start. */
  keyFingerprint: string
  /** Text goes in as UTF-8. */
  seal(place: VaultPlace, content: string | Uint8Array): Buffer
  /** Throws when the ciphertext was changed, moved or made with another key. */
  unseal(place: VaultPlace, sealed: Uint8Array): string
  /** The same for what was bytes. */
  unsealBytes(place: VaultPlace, sealed: Uint8Array): Buffer
  /** Finds rows by e-mail address without holding the address; upper and lower case are the same. */
  emailHmac(email: string): Buffer
}

export const piiKeyBytes = 32

/** The random part of a sealed value that it cannot be read without; no other value has it. */
export function nonceOf(sealed: Uint8Array): Uint8Array {
  return sealed.subarray(keyIdEnd, nonceEnd)
}

// A sealed value is: format (1 byte), key id (4), nonce (12), tag (16), ciphertext.
const format = 1
const keyIdEnd = 5
const nonceEnd = 17
const tagEnd = 33
const nonceBytes = nonceEnd - keyIdEnd

/** AES-256-GCM over the values of one event, or a part of an upload. The keys for encryption, e-mail search and fingerprint come of one by HKDF (RFC 5869). */
export function createVaultCipher(piiKey: Uint8Array): VaultCipher {
  if (piiKey.length !== piiKeyBytes) {
    throw new Error(
      `the key for personal data has ${piiKey.length} bytes; it must have exactly ${piiKeyBytes}`,
    )
  }
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', piiKey, Buffer.alloc(0), `formlotse/vault/${purpose}`, bytes))
  // As key objects: handing over raw bytes costs more at every call than the encryption itself.
  const encryptionKey = createSecretKey(derive('encrypt', 32))
  const emailKey = createSecretKey(derive('email', 32))
  const keyFingerprint = derive('fingerprint', 16)
  const nextNonce = createNonces()
  const prefix = Buffer.concat([Buffer.of(format), keyFingerprint.subarray(0, keyIdEnd - 1)])

  function decipherOf(place: VaultPlace, sealed: Uint8Array) {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    if (bytes.length < tagEnd || !bytes.subarray(0, keyIdEnd).equals(prefix)) {
      const found = bytes.subarray(0, keyIdEnd).toString('hex')
      const what = 'upload' in place ? `of upload ${place.upload}` : `at position ${place.position}`
      throw new Error(
        `personal data ${what} was sealed with format and key ${found}, the key given is ${prefix.toString('hex')}`,
      )
    }
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(keyIdEnd, nonceEnd))
    decipher.setAAD(additionalData(prefix, place))
    decipher.setAuthTag(bytes.subarray(nonceEnd, tagEnd))
    return { decipher, ciphertext: bytes.subarray(tagEnd) }
  }

  return {
    keyFingerprint: keyFingerprint.toString('hex'),

    seal(place, content) {
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      cipher.setAAD(additionalData(prefix, place))
      const ciphertext = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content)
      const last = cipher.final()
      return Buffer.concat([prefix, nonce, cipher.getAuthTag(), ciphertext, last])
    },

    unseal(place, sealed) {
      const { decipher, ciphertext } = decipherOf(place, sealed)
      return decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8')
    },

    unsealBytes(place, sealed) {
      const { decipher, ciphertext } = decipherOf(place, sealed)
      const bytes = decipher.update(ciphertext)
      decipher.final()
      return bytes
    },

    emailHmac: (email) => createHmac('sha256', emailKey).update(email.trim().toLowerCase()).digest(),
  }
}

/** Random bytes for many values are fetched at once: each call to the generator costs as much as encrypting a value. */
function createNonces(): () => Buffer {
  let pool = Buffer.alloc(0)
  return () => {
    if (pool.length === 0) pool = randomBytes(256 * nonceBytes)
    const nonce = pool.subarray(0, nonceBytes)
    pool = pool.subarray(nonceBytes)
    return nonce
  }
}

function additionalData(prefix: Buffer, place: VaultPlace): Buffer {
  const text =
    'upload' in place
      ? `upload:${place.upload}:${place.part}:${place.runId}`
      : `${place.position}:${place.runId}`
  return Buffer.concat([prefix, Buffer.from(text)])
}
