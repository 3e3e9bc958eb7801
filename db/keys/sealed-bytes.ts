import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Layout of sealed bytes: prefix (its length depends on the format), nonce (12 bytes), tag (16 bytes), ciphertext. The
// cipher is AES-256-GCM.

const nonceBytes = 12
const tagBytes = 16

/**
 * Key for sealing, and prefix of the sealed bytes. The prefix identifies the format, and in format 1 also the key. The
 * prefix is authenticated together with the content.
 */
export interface Sealing {
  key: KeyObject
  prefix: Buffer
}

/**
 * Encrypts content. `about` describes where the content belongs. It is authenticated but not stored, so decryption
 * fails unless the same `about` is given.
 */
export function sealBytes({ key, prefix }: Sealing, about: string, content: string | Uint8Array): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.concat([prefix, Buffer.from(about)]))
  const ciphertext = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content)
  const last = cipher.final()
  return Buffer.concat([prefix, nonce, cipher.getAuthTag(), ciphertext, last])
}

/** Decrypts sealed bytes. Throws if they were changed or if key, prefix or `about` differ from those of `sealBytes`. */
export function openSealed({ key, prefix }: Sealing, about: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const nonceEnd = prefix.length + nonceBytes
  const tagEnd = nonceEnd + tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(prefix.length, nonceEnd))
  decipher.setAAD(Buffer.concat([prefix, Buffer.from(about)]))
  decipher.setAuthTag(bytes.subarray(nonceEnd, tagEnd))
  const content = decipher.update(bytes.subarray(tagEnd))
  decipher.final()
  return content
}

/** Returns whether the bytes start with the prefix and are long enough to be sealed. */
export function isSealedWith({ prefix }: Pick<Sealing, 'prefix'>, sealed: Uint8Array): boolean {
  return (
    sealed.length >= prefix.length + nonceBytes + tagBytes && prefix.equals(sealed.subarray(0, prefix.length))
  )
}

let nonces = Buffer.alloc(0)

/**
 * Returns a random nonce. A call of `randomBytes` costs as much as encrypting a value, so each call generates 256
 * nonces.
 */
function nextNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(256 * nonceBytes)
  const nonce = nonces.subarray(0, nonceBytes)
  nonces = nonces.subarray(nonceBytes)
  return nonce
}
