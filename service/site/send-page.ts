import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { acceptedEncodings, isKnown } from './negotiate.ts'

/** Compressed for this very request, so not as hard as it could be. */
const pack = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}

/** Sends a page in the best form that the client takes; one that it has already is only confirmed. */
export async function sendPage(
  c: Context,
  html: string,
  { status, indexed }: { status: 200 | 404; indexed: boolean },
): Promise<Response> {
  const [encoding] = acceptedEncodings(c.req.header('accept-encoding'))
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  const etag = `"${tag}${encoding ? `-${encoding}` : ''}"`
  // The names of the files in it change with every build, so it is asked for anew each time.
  const headers = {
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    etag,
    ...(!indexed && { 'x-robots-tag': 'noindex' }),
  }
  if (status === 200 && isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  const bytes = Buffer.from(html)
  const body = encoding ? await pack[encoding](bytes) : bytes
  return c.body(new Uint8Array(body), status, {
    ...headers,
    'content-length': String(body.length),
    'content-type': 'text/html; charset=utf-8',
    ...(encoding && { 'content-encoding': encoding }),
  })
}
