import { createHash } from 'node:crypto'
import type { Store } from '#db/ports/store.ts'
import { uploadPartBytes } from '#db/ports/upload-store.ts'
import { pagePartNumbers } from '#service/documents/proofs/stored-pages.ts'
import { pagesOf } from './copy-tables.ts'

export interface CopiedUploads {
  uploads: number
  bytes: number
}

type Uploading = Pick<Store, 'uploads' | 'copy'>

/**
 * Copies complete uploads part by part and reads each copy back. Incomplete uploads are skipped. The content is
 * decrypted and encrypted again, because each engine has its own way of destroying the keys of uploads. Throws if a
 * copy differs from its original.
 */
export async function copyUploads(from: Uploading, to: Uploading): Promise<CopiedUploads> {
  const copied = { uploads: 0, bytes: 0 }
  for await (const page of pagesOf(from.copy, 'uploads'))
    for (const [, id, , state] of page as [number, string, string, string][]) {
      if (state !== 'whole' && state !== 'kept') continue
      copied.bytes += await copyUpload(id, state === 'kept', { from, to })
      copied.uploads += 1
    }
  return copied
}

async function copyUpload(
  id: string,
  kept: boolean,
  { from, to }: { from: Uploading; to: Uploading },
): Promise<number> {
  const upload = await from.uploads.find(id)
  if (!upload) throw new Error(`upload ${id} has disappeared: is another process using the source?`)
  const { position: _, size, ...begun } = upload
  await to.uploads.begin(begun)
  let next = 0
  const sent = await hashParts(from, id, async (bytes) => {
    // The parts are split, because another version of the software may have written larger parts.
    for (let at = 0; at < bytes.length; at += uploadPartBytes)
      if (!(await to.uploads.add(id, next++, bytes.subarray(at, at + uploadPartBytes))))
        throw new Error(`upload ${id} was not accepted`)
  })
  const pageBytes = await copyPages(id, { from, to })
  const unlimited = Number.MAX_SAFE_INTEGER
  await to.uploads.finish(id, { size, pageBytes, maxFiles: unlimited, maxBytes: unlimited })
  if (kept) await to.uploads.keep([id], upload.createdAt)
  const arrived = await hashParts(to, id, async () => {})
  const found = await to.uploads.find(id)
  const samePages = (await hashPages(from, id)) === (await hashPages(to, id))
  if (!samePages || sent !== arrived || found?.filename !== upload.filename || found.size !== size)
    throw new Error(`the copy of upload ${id} differs from its original`)
  return size
}

/** Copies the pages into which the file was converted, so that they need not be converted again. Returns their bytes. */
async function copyPages(id: string, { from, to }: { from: Uploading; to: Uploading }): Promise<number> {
  let copied = 0
  for (const number of pagePartNumbers()) {
    const bytes = await from.uploads.read(id, number)
    if (!bytes) continue
    copied += bytes.length
    if (!(await to.uploads.add(id, number, bytes))) throw new Error(`upload ${id} was not accepted`)
  }
  return copied
}

async function hashPages({ uploads }: Uploading, id: string): Promise<string> {
  const hash = createHash('sha256')
  for (const number of pagePartNumbers()) {
    const bytes = await uploads.read(id, number)
    hash.update(`${number} ${bytes?.length ?? 0};`).update(bytes ?? '')
  }
  return hash.digest('hex')
}

async function hashParts(
  { uploads }: Uploading,
  id: string,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  for (let number = 0; ; number += 1) {
    const bytes = await uploads.read(id, number)
    if (!bytes) return hash.digest('hex')
    hash.update(bytes)
    await take(bytes)
  }
}
