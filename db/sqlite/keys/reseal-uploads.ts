import type Database from 'better-sqlite3'
import type { DataKey, KeyOwner } from '#db/keys/data-keys.ts'
import { openParts, sealUpload } from '#db/keys/upload-cipher.ts'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'

interface UnkeyedUpload {
  key: number
  id: string
  runId: string
  state: string
  name: Buffer
}

/**
 * Returns a function that finds one upload encrypted by an earlier version and encrypts it again, with a data key. The
 * function returns false when no such upload is left.
 */
export function createResealUpload(
  sqlite: Database.Database,
  before: VaultCipher,
  ensureKey: (owner: KeyOwner) => DataKey,
) {
  const next = sqlite.prepare<[], UnkeyedUpload>(
    'SELECT key, id, run_id AS runId, state, name FROM uploads WHERE secret IS NULL LIMIT 1',
  )
  const update = sqlite.prepare<[Buffer, Buffer, string, number]>(
    'UPDATE uploads SET name = ?, secret = ?, class = ? WHERE key = ?',
  )
  const parts = sqlite.prepare<[number], { id: number; number: number; ciphertext: Buffer }>(
    'SELECT id, number, ciphertext FROM upload_parts WHERE upload_key = ?',
  )
  const updatePart = sqlite.prepare<[Buffer, number]>('UPDATE upload_parts SET ciphertext = ? WHERE id = ?')
  const nothing = Buffer.alloc(0)

  function reseal({ key, id, runId, state, name }: UnkeyedUpload): void {
    const dataClass = state === 'kept' ? 'order' : 'draft'
    const dataKey = ensureKey({ runId, dataClass })
    const sealed = sealUpload(
      dataKey,
      { id, runId },
      before.unseal({ runId, upload: id, part: 'name' }, name),
    )
    const cipher = openParts(dataKey, { id, runId, secret: sealed.secret })
    for (const part of parts.all(key)) {
      const place = { runId, upload: id, part: part.number }
      updatePart.run(cipher.seal(place, before.unsealBytes(place, part.ciphertext)), part.id)
    }
    update.run(sealed.name, sealed.secret, dataClass, key)
  }

  const step = sqlite.transaction((): boolean => {
    const upload = next.get()
    if (upload?.state === 'removed') update.run(nothing, nothing, 'draft', upload.key)
    else if (upload) reseal(upload)
    return upload !== undefined
  })
  return () => step.immediate()
}
