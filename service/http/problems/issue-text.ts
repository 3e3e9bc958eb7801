import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Beginnings of Zod's own messages. Schemas of this project set others where they say more. */
const ownOfZod = /^(?:Invalid|Too (?:small|big)|Unrecognized)/

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  nan: 'a number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
}

const formatNames: Readonly<Record<string, string>> = {
  date: 'a day in the form YYYY-MM-DD',
  datetime: 'a time in ISO 8601 such as 2026-11-20T11:00:00Z',
  email: 'an e-mail address',
  url: 'an address with https',
  uuid: 'a UUID',
}

/** Returns what a value must be, such as `must be a list`, in place of Zod's own message. */
export function issueText(issue: Issue): string {
  return ownOfZod.test(issue.message) ? textOf(issue) : issue.message
}

function textOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return limitText('at least', issue.minimum, issue)
    case 'too_big':
      return limitText('at most', issue.maximum, issue)
    case 'invalid_format':
      if (issue.format === 'regex' && issue.pattern !== undefined) return `must match ${issue.pattern}`
      return `must be ${formatNames[issue.format] ?? `in the format ${issue.format}`}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'is not a known member'
    default:
      return 'must have one of the forms that /api/openapi.json describes'
  }
}

function limitText(
  what: 'at least' | 'at most',
  limit: number | bigint,
  { origin, inclusive }: { origin: string; inclusive?: boolean | undefined },
): string {
  if (origin === 'string') return `must have ${what} ${limit} characters`
  if (origin === 'array' || origin === 'set') return `must have ${what} ${limit} entries`
  if (origin === 'int' || origin === 'number') {
    if (inclusive !== false) return `must be ${what} ${limit}`
    return `must be ${what === 'at least' ? 'above' : 'below'} ${limit}`
  }
  return `must have ${what} ${limit}`
}

/** Returns the path of the value that is wrong; for an unknown member, the path of this member. */
export function issuePath(issue: Issue): readonly PropertyKey[] {
  return issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path
}
