import type { z } from 'zod'
import type { addedLinkSchema } from '#domain/users/shared-link-contract.ts'
import { cookieOf, send } from '#tests/service/users/staff.ts'

type App = Parameters<typeof send>[0]
export type AddedLink = z.output<typeof addedLinkSchema>

export const newLink = { name: 'Agentur Nord', days: 7, path: '/berichte/abbruch?zeitraum=7' }

interface LinkRequest {
  /** Headers of the person who makes the link. */
  maker: Record<string, string>
  body?: object
}

/** Makes a link; fails unless it is made. */
export async function makeLink(app: App, { maker, body = newLink }: LinkRequest): Promise<AddedLink> {
  const response = await send(app, 'POST', '/api/links', body, maker)
  if (response.status !== 201) throw new Error(`the link was refused with ${response.status}`)
  return (await response.json()) as AddedLink
}

export const secretOf = ({ address }: Pick<AddedLink, 'address'>) => address.split('#')[1]!

export const openLink = (app: App, secret: string, headers: Record<string, string> = {}) =>
  send(app, 'POST', '/api/links/open', { secret }, headers)

/** Makes a link and opens it in another browser; returns the headers of that browser. */
export async function openNewLink(app: App, request: LinkRequest): Promise<{ cookie: string }> {
  const opened = await openLink(app, secretOf(await makeLink(app, request)))
  return { cookie: cookieOf(opened) }
}
