import type { Context } from 'hono'
import type { z } from 'zod'
import { Problem } from '#service/http/errors.ts'
import { issueText } from '#service/http/problems/issue-text.ts'

/**
 * Parses the query of a request. Throws a 400 problem that names the parameter, its value and the allowed
 * values.
 */
export function readQuery<Schema extends z.ZodObject>(c: Context, schema: Schema): z.output<Schema> {
  const given = c.req.queries()
  const repeated = Object.keys(given).find((name) => given[name]!.length > 1)
  if (repeated !== undefined) throw wrongParameter(repeated, 'given more than once')
  const query = Object.fromEntries(Object.entries(given).map(([name, values]) => [name, values[0]!]))
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  if (issue.code === 'unrecognized_keys')
    throw wrongParameter(issue.keys[0]!, `unknown; allowed are ${allowed(schema)}`)
  const name = String(issue.path[0])
  const value = query[name]
  // For a missing parameter, Zod reports a wrong type. That message would be misleading, so it is replaced.
  const missing = issue.code === 'invalid_type' ? 'must be given' : issueText(issue)
  throw wrongParameter(
    name,
    value === undefined
      ? `missing, ${missing}`
      : `read ${JSON.stringify(value.slice(0, 100))}, ${issueText(issue)}`,
  )
}

function allowed({ shape }: z.ZodObject): string {
  return Object.keys(shape).join(', ') || 'none'
}

export function wrongParameter(name: string, detail: string): Problem {
  const parameter = name.slice(0, 100)
  return new Problem({
    status: 400,
    type: 'wrong-parameter',
    title: 'A parameter is wrong',
    detail: `${parameter}: ${detail}.`,
    extensions: { parameter },
  })
}
