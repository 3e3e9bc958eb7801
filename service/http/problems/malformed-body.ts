import type { ZodError } from 'zod'
import { Problem } from '#service/http/errors.ts'
import { issuePath, issueText } from './issue-text.ts'

/** Maximum length of a quoted value, in characters. */
const maxShown = 100

/** Returns the 400 problem of a JSON body that a schema refused: the first member that is wrong, and what was read. */
export function malformedBody(title: string, body: unknown, { issues }: ZodError): Problem {
  const issue = issues[0]!
  const path = issuePath(issue)
  const name = path.join('.')
  const detail = `read ${shown(valueAt(body, path))}, ${issueText(issue)}`
  return new Problem({
    status: 400,
    type: 'malformed',
    title,
    detail: name === '' ? `${detail}.` : `${name}: ${detail}.`,
    ...(name !== '' && { extensions: { parameter: name } }),
  })
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[name] : undefined,
    body,
  )
}

/** Returns what was read as JSON, cut to `maxShown` characters. */
function shown(value: unknown): string {
  return value === undefined ? 'nothing' : Array.from(JSON.stringify(value)).slice(0, maxShown).join('')
}
