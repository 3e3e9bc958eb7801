import type { Context } from 'hono'
import type { z } from 'zod'
import { Problem } from '#service/http/errors.ts'
import { issuePath, issueText } from '#service/http/problems/issue-text.ts'
import { readJsonBody } from '#service/http/read-json-body.ts'

/** Maximum size of the bodies about users and access. */
export const maxBodyBytes = 8 * 1024

/** Reads a small JSON body. The problem names no value, because the body may contain a password. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const read = schema.safeParse(await readJsonBody(c, maxBodyBytes))
  if (read.success) return read.data
  const issue = read.error.issues[0]!
  const name = issuePath(issue).join('.')
  throw new Problem({
    status: 400,
    type: 'malformed',
    title: 'Malformed request',
    detail: `${name === '' ? 'The body' : `The member ${name}`} ${issueText(issue)}; see /api/openapi.json.`,
    ...(name !== '' && { extensions: { parameter: name } }),
  })
}

export const wrongPassword = () =>
  new Problem({
    status: 401,
    type: 'wrong-password',
    title: 'Wrong password',
    detail: 'The e-mail address or the password is wrong, or the user is not active.',
  })

export const noUser = () =>
  new Problem({
    status: 401,
    type: 'no-access',
    title: 'No access',
    detail: 'Log in at /konto with e-mail address and password.',
  })

export const linkEnded = () =>
  new Problem({
    status: 410,
    type: 'link-ended',
    title: 'The link has ended',
    detail: 'The link was used, replaced or has expired. Ask an admin for a new one.',
  })

export const unknownSession = () => new Problem({ status: 404, type: 'no-session', title: 'No such session' })

export const unknownUser = () => new Problem({ status: 404, type: 'no-user', title: 'No such user' })

export const unknownToken = () => new Problem({ status: 404, type: 'no-token', title: 'No such token' })

export const unknownLink = () => new Problem({ status: 404, type: 'no-link', title: 'No such link' })

export const unknownView = () => new Problem({ status: 404, type: 'no-view', title: 'No such view' })

/** Returns the 409 problem of a change that the state of the users does not allow. */
export const conflict = (type: string, detail: string) =>
  new Problem({ status: 409, type, title: 'Not possible', detail })
