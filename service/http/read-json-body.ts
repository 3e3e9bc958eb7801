import type { Context } from 'hono'
import { Problem } from './errors.ts'
import { readSmallBody } from './read-small-body.ts'

/** Returns the media type of a body, without parameters. */
export function mediaTypeOf(c: Context): string | undefined {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
}

/**
 * Reads a JSON body of at most `maxSize` bytes. Returns undefined if it is not JSON, which no schema accepts. Throws a
 * `Problem` (400, 413, 415). `allowed` names the media types that the route accepts.
 */
export async function readJsonBody(
  c: Context,
  maxSize: number,
  allowed = 'application/json',
): Promise<unknown> {
  if (mediaTypeOf(c) !== 'application/json')
    throw new Problem({
      status: 415,
      type: 'wrong-type',
      title: 'Unsupported content type',
      detail: `Send ${allowed}.`,
    })
  const text = await readSmallBody(c, maxSize)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
