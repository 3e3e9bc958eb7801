import type { Context } from 'hono'
import { Problem } from './errors.ts'
import { readSmallBody } from './read-small-body.ts'

/**
 * Reads a JSON body of at most `maxSize` bytes. Returns undefined if it is not JSON, which no schema accepts. Throws a
 * `Problem` (400, 413, 415).
 */
export async function readJsonBody(c: Context, maxSize: number): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new Problem({
      status: 415,
      type: 'wrong-type',
      title: 'Unsupported content type',
      detail: 'Send application/json.',
    })
  const text = await readSmallBody(c, maxSize)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
