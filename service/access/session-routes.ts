import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import type { Session } from '#db/ports/staff/session-store.ts'
import type { Role } from '#domain/users/user-contract.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'
import { sameSecret } from './same-secret.ts'
import type { AccessLog } from '#service/access/refusals/log-access.ts'
import { unknownPerMinute } from './session-cookies.ts'
import type { Sessions } from './sessions.ts'
import { type SharedAccess, sharedAccessOff } from './shared-access.ts'
import { createSlowGuessing, slowedPerMinute } from './slow-guessing.ts'
import type { EndedMember, StaffMember, StaffSessions } from './staff-member.ts'
import { Problem } from '#service/http/errors.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { readJsonBody } from '#service/http/read-json-body.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'

export interface SessionRouteDeps<Login extends { password: string }> {
  sessions: Sessions
  staff: StaffSessions
  /** Closes the shared link that the browser has opened, so that it does not come back after a logout. */
  closeLink: (c: Context) => void
  /** Whether the password is accepted. */
  shared: Pick<SharedAccess, 'isOn'>
  /** Password with which the staff of this role logs in. */
  password: string
  publicUrl: string | undefined
  limits: RateLimitSettings
  access: AccessLog
  /** Called before a session is opened or ended. If it fails, nothing changes. */
  audit: OperatorStore['audit']
  /** Returns the current time, in ms since the epoch. */
  now: () => number
  page: StaffPage<Login>
}

/** What distinguishes the login of one role from that of another. */
export interface StaffPage<Login extends { password: string }> {
  /** Path before `/login`, `/logout` and `/session`. */
  prefix: string
  /** Name of the rate limit, so that attempts of different roles are counted separately. */
  limit: string
  tag: string
  /** Name of the password in the audit. */
  secret: string
  /** What the password opens, for descriptions, such as `the reports`. */
  opens: string
  loginSchema: z.ZodType<Login>
  /** Example of a login body, for the error message. */
  example: string
  sessionSchema: z.ZodType
  /** Returns the subject of the session that a login opens. */
  subject: (login: Login) => string
  /** Whether the role of a named user opens the page. */
  opensFor: (role: Role) => boolean
  /**
   * Returns the response body. `session` is undefined if there is none; `member` is the named user, also one whose role
   * does not open the page.
   */
  show: (session: Pick<Session, 'subject' | 'expiresAt'> | undefined, member?: StaffMember) => object
}

const attemptsPerMinute = 10
const maxBytes = 8 * 1024
const noStore = { 'cache-control': 'no-store' }

/** Returns the login, logout and session routes of a role. */
export function sessionRoutes<Login extends { password: string }>(deps: SessionRouteDeps<Login>) {
  const { sessions, staff, closeLink, shared, password, publicUrl, limits, access, now, page } = deps
  const routes = new Hono()
  const own = refuseForeignOrigin(publicUrl)
  // Attempts are counted before the password is compared, so that concurrent requests cannot exceed the limit.
  const attempts = rateLimit({ name: page.limit, perMinute: attemptsPerMinute }, limits)
  const slow = createSlowGuessing({ ...limits, name: page.limit, now })
  const isPassword = sameSecret(normalizePassword(password))
  const described = describePage(page)
  const record = (action: 'login' | 'logout', operator: string) =>
    deps.audit({ at: now(), operator, action, orderId: null, detail: null })

  routes.post(
    `${page.prefix}/login`,
    described.login,
    logRefusals(access, page.secret),
    own,
    attempts,
    async (c) => {
      const given = await readLogin(c, page)
      if (!(await shared.isOn())) throw sharedAccessOff()
      await slow.before(c)
      if (!isPassword(normalizePassword(given.password))) {
        await slow.wrong()
        throw wrongPassword(page)
      }
      const subject = page.subject(given)
      await record('login', subject)
      const session = await sessions.begin(c, subject)
      closeLink(c)
      access.accepted({ subject: session.subject, role: session.role })
      return c.json(page.show(session), 200, noStore)
    },
  )
  routes.post(`${page.prefix}/logout`, described.logout, own, async (c) => {
    const session = await sessions.find(c)
    if (session) await record('logout', session.subject)
    const wasShared = await sessions.end(c)
    const member = await staff.end(c)
    closeLink(c)
    if (wasShared || member) access.ended()
    return c.json({ ...page.show(undefined), ...providerLogoutOf(member) }, 200, noStore)
  })
  routes.get(`${page.prefix}/session`, described.session, async (c) => {
    const member = await staff.find(c)
    const named = member && page.opensFor(member.role) ? member : undefined
    const session = named ? { subject: named.name, expiresAt: named.expiresAt } : await sessions.find(c)
    return c.json(page.show(session, member), 200, noStore)
  })
  return routes
}

/** Returns the member of a response to a logout with which the page continues with the logout at the provider. */
export const providerLogoutOf = (member: EndedMember | undefined) =>
  member?.viaProvider ? { providerLogout: true as const } : {}

/**
 * Logs refused logins. Errors of the handlers have already become responses when `next` returns, so checking the status
 * is enough.
 */
function logRefusals(access: AccessLog, operator: string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.res.status === 401) access.refused('wrong-password', { operator })
    if (c.res.status === 429) access.refused('too-many-requests', { operator })
  }
}

/**
 * Normalizes a typed password: an ü may be one or two code points, and pasted text may end with a line break.
 */
function normalizePassword(text: string): string {
  return text.trim().normalize('NFC')
}

async function readLogin<Login extends { password: string }>(
  c: Context,
  { loginSchema, example }: StaffPage<Login>,
): Promise<Login> {
  const read = loginSchema.safeParse(await readJsonBody(c, maxBytes))
  if (read.success) return read.data
  throw new Problem({
    status: 400,
    type: 'malformed',
    title: 'Malformed request',
    detail: `The body must be ${example}, and nothing else.`,
  })
}

function wrongPassword({ opens }: { opens: string }): Problem {
  return new Problem({
    status: 401,
    type: 'wrong-password',
    title: 'Wrong password',
    detail: `This is not the password of ${opens}.`,
  })
}

const tooManyUnknown = problem(`The client sent more than ${unknownPerMinute} unknown cookies in a minute.`)
const foreign = problem('The request came from a page of another origin.')

function describePage<Login extends { password: string }>({
  tag,
  opens,
  loginSchema,
  sessionSchema,
}: StaffPage<Login>) {
  return {
    login: describe({
      tag,
      summary: `Begin a session of 12 hours for ${opens}`,
      description: 'Sets a session cookie with HttpOnly and SameSite=Lax, and over https also Secure.',
      body: { schema: loginSchema },
      responses: {
        200: { description: 'The session.', schema: sessionSchema },
        400: problem('The body is not the expected JSON.'),
        401: problem('Wrong password.'),
        403: problem('The request came from a page of another origin, or shared passwords are turned off.'),
        413: problem('The body is too large.'),
        415: problem('The content type is not JSON.'),
        429: problem(
          `The client made more than ${attemptsPerMinute} attempts in a minute, or more than ${slowedPerMinute} while logins are slowed down because too many fail.`,
        ),
      },
    }),
    logout: describe({
      tag,
      summary: 'End the session of this browser',
      responses: {
        200: { description: 'The session has ended, or there was none.', schema: sessionSchema },
        403: foreign,
        429: tooManyUnknown,
      },
    }),
    session: describe({
      tag,
      summary: `Check whether the browser has a session for ${opens}`,
      responses: {
        200: {
          description: 'The session; `authenticated` is false if there is none.',
          schema: sessionSchema,
        },
        429: tooManyUnknown,
      },
    }),
  }
}
