import { randomBytes } from 'node:crypto'
import type { DataKey } from './data-keys.ts'
import { type VaultCipher, createVaultCipher, piiKeyBytes } from './vault-cipher.ts'

/** Ids of an upload and its run. The sealed values of the upload are bound to both. */
interface UploadId {
  id: string
  runId: string
}

export interface SealedUpload {
  name: Buffer
  /**
   * Key that encrypts the parts, sealed with the data key. To move an upload to another data key, only this key and the
   * name are resealed, however large the upload is.
   */
  secret: Buffer
}

const location = ({ id, runId }: UploadId, part: 'name' | 'key') => ({ runId, upload: id, part })

/** Seals an upload's name and a new key for its parts. */
export function sealUpload(key: DataKey, upload: UploadId, filename: string): SealedUpload {
  return {
    name: key.seal(location(upload, 'name'), filename),
    secret: key.seal(location(upload, 'key'), randomBytes(piiKeyBytes)),
  }
}

/** Reseals an upload's name and the key of its parts with another data key. */
export function resealUpload(
  upload: UploadId & SealedUpload,
  { from, to }: { from: DataKey; to: DataKey },
): SealedUpload {
  const [name, secret] = [location(upload, 'name'), location(upload, 'key')]
  return {
    name: to.seal(name, from.unsealBytes(name, upload.name)),
    secret: to.seal(secret, from.unsealBytes(secret, upload.secret)),
  }
}

export function openFilename(key: DataKey, upload: UploadId & Pick<SealedUpload, 'name'>): string {
  return key.unseal(location(upload, 'name'), upload.name)
}

/** Returns the cipher of an upload's parts. */
export function openParts(key: DataKey, upload: UploadId & Pick<SealedUpload, 'secret'>): VaultCipher {
  return createVaultCipher(key.unsealBytes(location(upload, 'key'), upload.secret))
}
