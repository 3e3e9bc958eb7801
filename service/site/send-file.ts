import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { type Encoding, acceptedEncodings, matchesEtag } from './negotiate.ts'

const suffix: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const noFile = new Set<unknown>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'])

/**
 * Matches the paths of files that can be requested by name. Does not match paths outside the folder, hidden files,
 * pages (`.html`) or compressed variants (`.br`, `.gz`).
 */
const fileName = /^(?:\/\w[\w.-]*)+\.(?!html$|br$|gz$)\w+$/

/**
 * Sends a file of the built site in the best encoding that the client accepts. Returns undefined if the file does not
 * exist. Files have a few hundred kilobytes at most, so they are sent whole, even for range requests.
 */
export async function sendFile(c: Context, root: string): Promise<Response | undefined> {
  const { path: requested } = c.req
  if (!fileName.test(requested)) return undefined
  const found = await readBest(path.join(root, requested), acceptedEncodings(c.req.header('accept-encoding')))
  if (!found) return undefined
  const { bytes, encoding } = found
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const headers = {
    // Files below assets/ never change, because Vite adds a hash of the content to their names.
    'cache-control': requested.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
    etag,
  }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return c.body(bytes, 200, {
    ...headers,
    'content-type': getMimeType(requested) ?? 'application/octet-stream',
    'content-length': String(bytes.length),
    ...(encoding && { 'content-encoding': encoding }),
  })
}

async function readBest(file: string, accepted: readonly Encoding[]) {
  for (const encoding of accepted) {
    const bytes = await readIfThere(file + suffix[encoding])
    if (bytes) return { bytes, encoding }
  }
  const bytes = await readIfThere(file)
  return bytes && { bytes, encoding: undefined }
}

async function readIfThere(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(file))
  } catch (error) {
    if (noFile.has((error as NodeJS.ErrnoException).code)) return undefined
    throw error
  }
}
