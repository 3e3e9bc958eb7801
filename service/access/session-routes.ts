import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Session } from '#db/ports/session-store.ts'
import { type ReportSession, loginSchema, sessionSchema } from '#domain/reports/session-shapes.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'
import { sameSecret } from './same-secret.ts'
import type { AccessLog } from './log-access.ts'
import { type Sessions, unknownPerMinute } from './sessions.ts'
import { createSlowGuessing, slowedPerMinute } from './slow-guessing.ts'
import { Problem } from '#service/http/errors.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { readSmallBody } from '#service/http/read-small-body.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'

export interface SessionRouteDeps {
  sessions: Sessions
  /** Password with which readers of the reports log in (`REPORTS_PASSWORD`). */
  password: string
  publicUrl: string | undefined
  limits: RateLimitSettings
  access: AccessLog
  /** Returns the current time, in ms since the epoch. */
  now: () => number
}

const attemptsPerMinute = 10
const maxBytes = 8 * 1024
const noStore = { 'cache-control': 'no-store' }
const ended: ReportSession = { authenticated: false, expiresAt: null }

/** Returns the login, logout and session routes for readers of the reports. */
export function sessionRoutes(deps: SessionRouteDeps) {
  const { sessions, password, publicUrl, limits, access, now } = deps
  const routes = new Hono()
  const own = refuseForeignOrigin(publicUrl)
  // Attempts are counted before the password is compared, so that concurrent requests cannot exceed the limit.
  const attempts = rateLimit({ name: 'login', perMinute: attemptsPerMinute }, limits)
  const slow = createSlowGuessing({ ...limits, name: 'login', now })
  const isPassword = sameSecret(normalizePassword(password))

  routes.post('/api/login', describeLogin, logRefusals(access), own, attempts, async (c) => {
    const given = await readPassword(c)
    await slow.before(c)
    if (!isPassword(normalizePassword(given))) {
      await slow.wrong()
      throw wrongPassword()
    }
    const session = await sessions.begin(c)
    access.accepted({ subject: session.subject, role: session.role })
    return c.json(open(session), 200, noStore)
  })
  routes.post('/api/logout', describeLogout, own, async (c) => {
    if (await sessions.end(c)) access.ended()
    return c.json(ended, 200, noStore)
  })
  routes.get('/api/session', describeSession, async (c) => {
    const session = await sessions.find(c)
    return c.json(session ? open(session) : ended, 200, noStore)
  })
  return routes
}

/**
 * Logs refused logins. Errors of the handlers have already become responses when `next` returns, so checking the status
 * is enough.
 */
function logRefusals(access: AccessLog): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.res.status === 401) access.refused('wrong-password')
    if (c.res.status === 429) access.refused('too-many-requests')
  }
}

function open({ expiresAt }: Session): ReportSession {
  return { authenticated: true, expiresAt: new Date(expiresAt).toISOString() }
}

/**
 * Normalizes a typed password: an ü may be one or two code points, and pasted text may end with a line break.
 */
function normalizePassword(text: string): string {
  return text.trim().normalize('NFC')
}

async function readPassword(c: Context): Promise<string> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new Problem({
      status: 415,
      type: 'wrong-type',
      title: 'Unsupported content type',
      detail: 'Send application/json.',
    })
  const read = loginSchema.safeParse(readJson(await readSmallBody(c, maxBytes)))
  if (read.success) return read.data.password
  throw new Problem({
    status: 400,
    type: 'malformed',
    title: 'Malformed request',
    detail: 'The body must be {"password": "…"}, and nothing else.',
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function wrongPassword(): Problem {
  return new Problem({
    status: 401,
    type: 'wrong-password',
    title: 'Wrong password',
    detail: 'This is not the password of the reports.',
  })
}

const tooManyUnknown = problem(`The client sent more than ${unknownPerMinute} unknown cookies in a minute.`)
const foreign = problem('The request came from a page of another origin.')

const describeLogin = describe({
  tag: 'reports',
  summary: 'Begin a session of 12 hours for the reports',
  description: 'Sets a session cookie with HttpOnly and SameSite=Lax, and over https also Secure.',
  body: { schema: loginSchema },
  responses: {
    200: { description: 'The session.', schema: sessionSchema },
    400: problem('The body is not the expected JSON.'),
    401: problem('Wrong password.'),
    403: foreign,
    413: problem('The body is too large.'),
    415: problem('The content type is not JSON.'),
    429: problem(
      `The client made more than ${attemptsPerMinute} attempts in a minute, or more than ${slowedPerMinute} while logins are slowed down because too many fail.`,
    ),
  },
})

const describeLogout = describe({
  tag: 'reports',
  summary: 'End the session of this browser',
  responses: {
    200: { description: 'The session has ended, or there was none.', schema: sessionSchema },
    403: foreign,
    429: tooManyUnknown,
  },
})

const describeSession = describe({
  tag: 'reports',
  summary: 'Check whether the browser has a session for the reports',
  responses: {
    200: { description: 'The session; `authenticated` is false if there is none.', schema: sessionSchema },
    429: tooManyUnknown,
  },
})
