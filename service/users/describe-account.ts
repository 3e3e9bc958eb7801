import { z } from 'zod'
import {
  acceptInvitationSchema,
  accountSchema,
  accountSessionsSchema,
  changePasswordSchema,
  invitationSchema,
  newViewSchema,
  openInvitationSchema,
  userLoginSchema,
  viewSchema,
  viewsSchema,
} from '#domain/users/user-contract.ts'
import { describe, problem } from '#service/http/openapi.ts'

const tag = 'Account'
const foreign = problem('The request came from a page of another origin.')
const none = problem('No user is logged in.')
const busy = problem('Too many passwords are being checked.')
const limited = problem('The client made too many attempts in a minute.')
const unknownCookies = problem('The client sent too many unknown cookies in a minute.')
const ended = problem('The link was used, replaced or has expired.')

const body = {
  400: problem('The body is not the expected JSON.'),
  403: foreign,
  413: problem('The body is too large.'),
  415: problem('The content type is not JSON.'),
  429: limited,
}

export const account = describe({
  tag,
  summary: 'The user who is logged in',
  responses: {
    200: { description: 'The user; null if none is logged in.', schema: accountSchema },
    429: unknownCookies,
  },
})

export const login = describe({
  tag,
  summary: 'Log in as a named user, for 12 hours',
  description:
    'Ends the sessions that the browser opened with shared passwords, and sets a session cookie with HttpOnly and SameSite=Lax, and over https also Secure. Unknown users take as long as wrong passwords.',
  body: { schema: userLoginSchema },
  responses: {
    200: { description: 'The user.', schema: accountSchema },
    ...body,
    401: problem('The address or the password is wrong, or the user is not active.'),
    503: busy,
  },
})

export const logout = describe({
  tag,
  summary: 'Log out the user of this browser, and end its sessions of shared passwords',
  responses: {
    200: { description: 'The session has ended, or there was none.', schema: accountSchema },
    403: foreign,
    429: unknownCookies,
  },
})

export const changePassword = describe({
  tag,
  summary: 'Change the own password; all other sessions end',
  user: true,
  body: { schema: changePasswordSchema },
  responses: {
    200: { description: 'The password is changed.', schema: accountSchema },
    ...body,
    401: problem('No user is logged in, or the current password is wrong.'),
    503: busy,
  },
})

export const openInvitation = describe({
  tag,
  summary: 'Read for whom a one-time link is',
  body: { schema: openInvitationSchema },
  responses: { 200: { description: 'The user.', schema: invitationSchema }, ...body, 410: ended },
})

export const acceptInvitation = describe({
  tag,
  summary: 'Set the password by a one-time link, and log in',
  body: { schema: acceptInvitationSchema },
  responses: {
    200: { description: 'The user is logged in.', schema: accountSchema },
    ...body,
    401: problem('The user was deactivated at the same time.'),
    410: ended,
    503: busy,
  },
})

export const sessions = describe({
  tag,
  summary: 'The own sessions',
  user: true,
  responses: {
    200: { description: 'The sessions, the last used one first.', schema: accountSessionsSchema },
    401: none,
    429: unknownCookies,
  },
})

const ending = { 401: none, 403: foreign, 429: unknownCookies }

export const endOthers = describe({
  tag,
  summary: 'End all other own sessions',
  user: true,
  responses: { 204: { description: 'They have ended.' }, ...ending },
})

export const endSession = describe({
  tag,
  summary: 'End an own session',
  user: true,
  parameters: [{ in: 'path', name: 'session', schema: z.string() }],
  responses: { 204: { description: 'It has ended.' }, ...ending, 404: problem('There is no such session.') },
})

export const views = describe({
  tag,
  summary: 'The views of the reports that the user has saved',
  user: true,
  responses: {
    200: { description: 'The views by name.', schema: viewsSchema },
    401: none,
    429: unknownCookies,
  },
})

export const saveView = describe({
  tag,
  summary: 'Save a view of the reports, in place of one with the same name',
  user: true,
  body: { schema: newViewSchema },
  responses: {
    201: { description: 'The view.', schema: viewSchema },
    ...body,
    401: none,
    409: problem('There are too many views.'),
  },
})

export const removeView = describe({
  tag,
  summary: 'Remove a saved view',
  user: true,
  parameters: [{ in: 'path', name: 'id', schema: z.string() }],
  responses: { 204: { description: 'It is removed.' }, ...ending, 404: problem('There is no such view.') },
})
