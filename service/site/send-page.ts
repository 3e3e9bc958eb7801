import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { type Encoding, acceptedEncodings, matchesEtag } from './negotiate.ts'

const brotli = (quality: number) => (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const gzipped = (level: number) => (bytes: Buffer) => promisify(gzip)(bytes, { level })

/** Fast compression, for a page that is compressed for one request only. */
const packOnce = { br: brotli(4), gzip: gzipped(4) }

/** Strong compression, for a page that is compressed once and then cached. */
const packToKeep = { br: brotli(9), gzip: gzipped(9) }

/** Maximum number of cached pages. This is enough for the pages of a few origins in two encodings. */
const maxPacked = 200

/**
 * Returns a function that compresses pages that are the same for all visitors. The results are cached by ETag, which is
 * derived from the content of the page.
 */
export function createPackedPages() {
  const packed = new Map<string, Promise<Buffer>>()
  return (etag: string, html: string, encoding: Encoding): Promise<Buffer> => {
    const found = packed.get(etag)
    if (found) return found
    const [oldest] = packed.size < maxPacked ? [] : packed.keys()
    if (oldest !== undefined) packed.delete(oldest)
    const made = packToKeep[encoding](Buffer.from(html))
    packed.set(etag, made)
    return made
  }
}

export interface PageOptions {
  status: 200 | 404
  /** Whether search engines may index the page. */
  indexed: boolean
  /** True if no cache may keep the page and no other site may learn that it was open. */
  isPrivate?: true
  /**
   * Cache of compressed pages. Absent if the page contains the query of the request. The page is then compressed for
   * this request only.
   */
  packed?: ReturnType<typeof createPackedPages> | undefined
}

/** Sends a page in the best encoding that the client accepts, or a 304 if the client already has the page. */
export async function sendPage(c: Context, html: string, options: PageOptions): Promise<Response> {
  const { status, indexed, isPrivate, packed } = options
  const [encoding] = acceptedEncodings(c.req.header('accept-encoding'))
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  const etag = `"${tag}${encoding ? `-${encoding}` : ''}"`
  // Caches must revalidate the page, because it refers to files whose names change with every build.
  const headers = {
    'cache-control': isPrivate ? 'no-store' : 'no-cache',
    ...(isPrivate && { 'referrer-policy': 'same-origin' }),
    vary: 'Accept-Encoding',
    etag,
    ...(!indexed && { 'x-robots-tag': 'noindex' }),
  }
  if (status === 200 && matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  const body = encoding
    ? await (packed?.(etag, html, encoding) ?? packOnce[encoding](Buffer.from(html)))
    : Buffer.from(html)
  return c.body(new Uint8Array(body), status, {
    ...headers,
    'content-length': String(body.length),
    'content-type': 'text/html; charset=utf-8',
    ...(encoding && { 'content-encoding': encoding }),
  })
}
