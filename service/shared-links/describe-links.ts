import { z } from 'zod'
import {
  addedLinkSchema,
  linkSessionSchema,
  newLinkSchema,
  openLinkSchema,
  openedLinkSchema,
  sharedLinksSchema,
} from '#domain/users/shared-link-contract.ts'
import { describe, problem } from '#service/http/openapi.ts'

const tag = 'Shared links'
const foreign = problem('The request came from a page of another origin.')
const refusals = {
  401: problem('The client is not logged in.'),
  403: problem(
    'The role of the user does not open the reports, or the request came from a page of another origin.',
  ),
  429: problem('The client sent too many requests in an hour, or too many unknown cookies in a minute.'),
}
const json = {
  400: problem('The body is not JSON, or a member is wrong; `parameter` names it.'),
  413: problem('The body is too large.'),
  415: problem('The body is not JSON.'),
}
/** The shared password of the reports opens these routes as well. */
const maker = { tag, user: true } as const

export const links = describe({
  ...maker,
  summary: 'The shared links that have not ended: those of the user, and for an admin all',
  responses: { 200: { description: 'The links, newest first.', schema: sharedLinksSchema }, ...refusals },
})

export const addLink = describe({
  ...maker,
  summary: 'Make a link that opens the figures of the reports read-only until its end',
  body: { schema: newLinkSchema },
  responses: {
    201: { description: 'The link with its address, which is shown only once.', schema: addedLinkSchema },
    ...json,
    ...refusals,
    409: problem('The user has too many links, or may no longer make any.'),
  },
})

export const endLink = describe({
  ...maker,
  summary: 'End a shared link; its readers see nothing from their next request',
  parameters: [{ in: 'path', name: 'id', schema: z.string() }],
  responses: {
    204: { description: 'The link has ended.' },
    ...refusals,
    404: problem('There is no such link, or it is the link of another user.'),
  },
})

export const openLink = describe({
  tag,
  summary: 'Open a shared link in this browser',
  description: 'Sets a cookie, unless the browser is already logged in to the reports.',
  body: { schema: openLinkSchema },
  responses: {
    200: { description: 'The link is open.', schema: openedLinkSchema },
    ...json,
    403: foreign,
    410: problem('There is no such link, or it has ended.'),
    429: problem('The client sent too many requests, or too many unknown cookies, in a minute.'),
  },
})

export const linkSession = describe({
  tag,
  summary: 'Check whether the browser has opened a shared link',
  responses: {
    200: { description: 'The link; null if there is none.', schema: linkSessionSchema },
    429: problem('The client sent too many unknown cookies in a minute.'),
  },
})

export const closeLink = describe({
  tag,
  summary: 'Close a shared link in this browser only',
  responses: { 204: { description: 'The link is closed in this browser.' }, 403: foreign },
})
