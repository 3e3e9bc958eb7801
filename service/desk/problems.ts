import type { z } from 'zod'
import { Problem } from '#service/http/errors.ts'
import { readSmallBody } from '#service/http/read-small-body.ts'
import type { DeskContext } from './audit.ts'

const maxBytes = 8 * 1024

/** Reads a JSON body. Throws a problem that names the members that are missing or wrong. */
export async function readBody<Schema extends z.ZodType>(
  c: DeskContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const read = schema.safeParse(readJson(await readSmallBody(c, maxBytes)))
  if (read.success) return read.data
  throw malformed(read.error.issues.map(({ path }) => path.join('.')))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the id of a row in a path. Throws the problem for unknown rows if it cannot be one. */
export function numberOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw unknown('row')
}

/** Returns the problem of a request. `parameter` is the faulty parameter of the query, if it is one. */
export function malformed(members: string[], parameter?: string): Problem {
  return new Problem({
    ...(parameter !== undefined && { extensions: { parameter } }),
    status: 400,
    type: 'malformed',
    title: 'Malformed request',
    detail: `Missing or wrong: ${members.filter(Boolean).join(', ') || 'the body'}.`,
  })
}

export function unknown(what: string): Problem {
  return new Problem({
    status: 404,
    type: 'unknown',
    title: 'Not found',
    detail: `There is no such ${what}.`,
  })
}

/** Returns the problem of a request that the current state does not allow. `orders` are the numbers of the orders. */
export function refused(code: string, detail: string, orders?: readonly string[]): Problem {
  return new Problem({
    status: 409,
    type: code,
    title: 'Not possible now',
    detail,
    ...(orders && { extensions: { orders } }),
  })
}
