import { z } from 'zod'
import {
  addedTokenSchema,
  auditLogSchema,
  auditQuerySchema,
  newTokenSchema,
  newUserSchema,
  sharedAccessSchema,
  tokensSchema,
  userChangeSchema,
  usersSchema,
} from '#domain/users/user-contract.ts'
import { type RouteDescription, describe as describeRoute, problem } from '#service/http/openapi.ts'

const refusals = {
  401: problem('No user is logged in.'),
  403: problem('The user is not an admin, or the request came from a page of another origin.'),
  429: problem('The client sent too many requests in an hour, or too many unknown cookies in a minute.'),
}
const json = {
  400: problem('The body is not JSON, or a member is wrong; `parameter` names it.'),
  413: problem('The body is too large.'),
  415: problem('The body is not JSON.'),
}
const id = { in: 'path', name: 'id', schema: z.string() } as const

const describe = ({ responses, ...route }: Omit<RouteDescription, 'tag' | 'user'>) =>
  describeRoute({ tag: 'Access', user: true, ...route, responses: { ...responses, ...refusals } })

export const users = describe({
  summary: 'All users with their sessions, and whether shared access is on',
  responses: { 200: { description: 'The users.', schema: usersSchema } },
})

export const invite = describe({
  summary: 'Add a user, who gets a one-time link by e-mail to set a password',
  body: { schema: newUserSchema },
  responses: {
    201: { description: 'The user is invited.', schema: z.object({ id: z.string() }) },
    ...json,
    409: problem('The address is known.'),
  },
})

export const change = describe({
  summary:
    "Change a user's role or deactivate the user, which ends the sessions, and with a deactivation the tokens the user made",
  parameters: [id],
  body: { schema: userChangeSchema },
  responses: {
    204: { description: 'The user is changed.' },
    ...json,
    404: problem('There is no such user.'),
    409: problem('The user is the admin who asks, or the last admin while shared access is off.'),
  },
})

export const remove = describe({
  summary: 'Remove a user and the tokens the user made; the audit keeps the name for a year',
  parameters: [id],
  responses: {
    204: { description: 'The user is removed.' },
    404: problem('There is no such user.'),
    409: problem('The user is the admin who asks, or the last admin while shared access is off.'),
  },
})

export const sendLink = describe({
  summary: 'Send a new one-time link by e-mail; an earlier one ends',
  parameters: [id],
  responses: {
    204: { description: 'The e-mail is enqueued.' },
    404: problem('There is no such user.'),
    409: problem('The user is deactivated.'),
  },
})

export const endSession = describe({
  summary: 'End a session of a user',
  parameters: [id, { in: 'path', name: 'session', schema: z.string() }],
  responses: {
    204: { description: 'The session has ended.' },
    404: problem('There is no such user or session.'),
  },
})

export const setShared = describe({
  summary: 'Accept or refuse REPORTS_TOKEN, REPORTS_PASSWORD and ORDERS_PASSWORD',
  body: { schema: sharedAccessSchema },
  responses: {
    204: { description: 'It is set; in other processes of the service after at most five seconds.' },
    ...json,
    409: problem('There is no active admin with a password.'),
  },
})

const query = (name: keyof typeof auditQuerySchema.shape) =>
  ({ in: 'query', name, schema: auditQuerySchema.shape[name] }) as const
const filters = [query('by'), query('action')]
const wrongQuery = problem('A parameter is unknown or wrong; `parameter` names it.')

export const log = describe({
  summary:
    'What the staff did within the last year, except for what concerns one order; searches, lists of requests and fetched files only with their `action`',
  parameters: [...filters, query('cursor')],
  responses: {
    200: { description: 'At most 100 entries, newest first.', schema: auditLogSchema },
    400: wrongQuery,
  },
})

export const logFile = describe({
  summary: 'What the staff did, as CSV: `log.csv` for machines, `log.de.csv` for German spreadsheets',
  parameters: filters,
  responses: {
    200: { description: 'All entries, newest first.', schema: z.string(), type: 'text/csv' },
    400: wrongQuery,
  },
})

export const tokens = describe({
  summary: 'The tokens of scripts that have not ended',
  responses: { 200: { description: 'The tokens, newest first.', schema: tokensSchema } },
})

export const addToken = describe({
  summary: 'Make a token for a script',
  body: { schema: newTokenSchema },
  responses: {
    201: { description: 'The token, which is shown only once.', schema: addedTokenSchema },
    ...json,
    409: problem('There are too many tokens.'),
  },
})

export const endToken = describe({
  summary: 'End a token of a script',
  parameters: [id],
  responses: {
    204: { description: 'The token has ended.' },
    404: problem('There is no such token.'),
  },
})
