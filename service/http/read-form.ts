import type { Context } from 'hono'
import { Problem } from './errors.ts'
import { readSmallBody } from './read-small-body.ts'

/**
 * Maximum size of a form, in bytes. A text of 5,000 characters fits, even if each character has three bytes and URL
 * encoding turns each byte into three.
 */
const maxBytes = 64 * 1024

export interface SentForm {
  /** True for a form sent without JavaScript. The response to it must be a page. */
  plain: boolean
  values: Record<string, unknown>
}

/** Reads a visitor's form from JSON or a plain form post. Throws a `Problem` (400, 413, 415). */
export async function readForm(c: Context): Promise<SentForm> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') {
    const values = Object.fromEntries(new URLSearchParams(await readSmallBody(c, maxBytes)))
    return { plain: true, values }
  }
  if (type !== 'application/json') throw wrongType()
  return { plain: false, values: readJson(await readSmallBody(c, maxBytes)) }
}

function readJson(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return { ...json }
  } catch {
    // Malformed JSON is reported below, like a body that is not an object.
  }
  throw new Problem({
    status: 400,
    type: 'malformed',
    title: 'Malformed request',
    detail: 'The body is not a JSON object.',
  })
}

function wrongType(): Problem {
  return new Problem({
    status: 415,
    type: 'wrong-type',
    title: 'Unsupported content type',
    detail: 'Allowed are application/json and application/x-www-form-urlencoded.',
  })
}
