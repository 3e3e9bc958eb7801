import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from './errors.ts'

/** Reads a body of at most `maxSize` bytes as text. Throws a `Problem` (400, 413). */
export async function readSmallBody(c: Context, maxSize: number): Promise<string> {
  return new TextDecoder().decode(await readSmallBytes(c, maxSize))
}

/**
 * Reads a body of at most `maxSize` bytes, which a middleware may have read before. Throws a `Problem` (400, 413).
 */
export async function readSmallBytes(c: Context, maxSize: number): Promise<Uint8Array<ArrayBuffer>> {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw tooLarge(maxSize)
    },
  })
  let bytes = new Uint8Array()
  const read = async () => void (bytes = new Uint8Array(await c.req.arrayBuffer()))
  try {
    // The limit reads the stream, which is possible only once. Hono keeps the bytes.
    await (c.req.bodyCache.arrayBuffer ? read() : limit(c, read))
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem({
      status: 400,
      type: 'broken-off',
      title: 'The body cannot be read',
      detail: 'The body ended prematurely.',
    })
  }
  if (bytes.length > maxSize) throw tooLarge(maxSize)
  return bytes
}

const tooLarge = (maxSize: number) =>
  new Problem({
    status: 413,
    type: 'too-large',
    title: 'The body is too large',
    detail: `At most ${maxSize} bytes are allowed.`,
  })
