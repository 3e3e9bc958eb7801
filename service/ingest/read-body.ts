import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { maxBodyBytes } from '#domain/limits.ts'
import { Problem } from '#service/http/errors.ts'

/** Maximum nesting depth of a body; the events need six levels. */
const maxDepth = 16

const inflate = promisify(gunzip)
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body, plain or gzipped. Throws a `Problem` (400, 413, 415) if the body is malformed, too large or of
 * another type.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  checkContentType(request.headers.get('content-type'))
  const gzipped = isGzipped(request.headers.get('content-encoding'))
  const bytes = await readBytes(request)
  return parseJson(gzipped ? await decompress(bytes) : bytes)
}

function checkContentType(header: string | null): void {
  const [type, ...parameters] = (header ?? '').toLowerCase().split(';')
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  const readable = charset === undefined || /^charset="?utf-8"?$/.test(charset)
  if (type?.trim() === 'application/json' && readable) return
  throw new Problem({
    status: 415,
    type: 'wrong-type',
    title: 'Wrong content type',
    detail: 'Send Content-Type: application/json, in UTF-8.',
  })
}

function isGzipped(header: string | null): boolean {
  const encoding = (header ?? 'identity').trim().toLowerCase()
  if (encoding === 'gzip') return true
  if (encoding === 'identity' || encoding === '') return false
  throw new Problem({
    status: 415,
    type: 'wrong-encoding',
    title: 'Wrong content encoding',
    detail: 'Send the body plain or with Content-Encoding: gzip.',
    headers: { 'accept-encoding': 'gzip' },
  })
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (Number(declared) > maxBodyBytes) throw tooLarge()
  try {
    // If the length is declared, the whole body can be read in one call, because the HTTP parser enforces the length.
    const bytes = declared === null ? await readStream(request) : new Uint8Array(await request.arrayBuffer())
    if (bytes.length > maxBodyBytes) throw tooLarge()
    return bytes
  } catch (error) {
    if (error instanceof Problem) throw error
    throw malformed('broken-off', 'The body ended prematurely.')
  }
}

async function readStream(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/**
 * Decompresses a gzipped body. zlib inflates in chunks and stops at the limit. A small body that would expand to
 * gigabytes therefore uses only 256 KB of memory.
 */
async function decompress(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await inflate(bytes, { maxOutputLength: maxBodyBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw malformed('not-gzip', 'The body is not a complete gzip stream.')
  }
}

function parseJson(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw malformed('not-json', 'The body is not JSON in UTF-8.')
  }
  checkNesting(value)
  return value
}

/**
 * Throws a `Problem` if the body is nested too deeply or has a dangerous key. Checks level by level instead of
 * recursively, so that deep nesting cannot overflow the stack.
 */
function checkNesting(root: unknown): void {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw malformed('too-deep', `The body is nested deeper than ${maxDepth} levels.`)
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      if (Object.hasOwn(value, '__proto__')) throw malformed('bad-key', 'The body has the key "__proto__".')
      for (const child of Object.values(value)) if (typeof child === 'object') next.push(child)
    }
    level = next
  }
}

function malformed(type: string, detail: string): Problem {
  return new Problem({ status: 400, type, title: 'The body cannot be read', detail })
}

function tooLarge(): Problem {
  return new Problem({
    status: 413,
    type: 'too-large',
    title: 'The body is too large',
    detail: `At most ${maxBodyBytes} bytes are allowed, also after decompression. Send fewer events at once.`,
  })
}
