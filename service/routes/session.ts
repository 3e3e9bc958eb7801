import { type Context, Hono } from 'hono'
import { type ReportSession, loginSchema, sessionSchema } from '#domain/reports/session-shapes.ts'
import { refuseElsewhere } from '#service/access/refuse-elsewhere.ts'
import { sameSecret } from '#service/access/same-secret.ts'
import type { Sessions } from '#service/access/sessions.ts'
import { Problem } from '#service/errors.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { readSmallBody } from '#service/orders/read-small-body.ts'
import { type RateLimitSettings, rateLimit } from '#service/rate-limit.ts'

export interface SessionRouteDeps {
  sessions: Sessions
  /** REPORTS_PASSWORD */
  password: string
  publicUrl: string | undefined
  limits: RateLimitSettings
}

const attemptsPerMinute = 10
const maxBytes = 8 * 1024
const noStore = { 'cache-control': 'no-store' }
const ended: ReportSession = { authenticated: false, expiresAt: null }

/** Login and logout of people who read the reports. */
export function sessionRoutes({ sessions, password, publicUrl, limits }: SessionRouteDeps) {
  const routes = new Hono()
  const own = refuseElsewhere(publicUrl)
  // Counted before anything is compared: however many come at once, so many are answered.
  const attempts = rateLimit({ name: 'login', perMinute: attemptsPerMinute }, limits)
  const isPassword = sameSecret(asTyped(password))

  routes.post('/api/login', own, attempts, async (c) => {
    const given = await readPassword(c)
    if (!isPassword(asTyped(given))) throw wrongPassword()
    return c.json(open(await sessions.begin(c)), 200, noStore)
  })
  routes.post('/api/logout', own, (c) => {
    sessions.end(c)
    return c.json(ended, 200, noStore)
  })
  routes.get('/api/session', async (c) => {
    const expiresAt = await sessions.find(c)
    return c.json(expiresAt === undefined ? ended : open(expiresAt), 200, noStore)
  })
  return routes
}

function open(expiresAt: number): ReportSession {
  return { authenticated: true, expiresAt: new Date(expiresAt).toISOString() }
}

/** An ü may be one character or two, and a pasted line brings its end along. */
function asTyped(text: string): string {
  return text.trim().normalize('NFC')
}

async function readPassword(c: Context): Promise<string> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new Problem({
      status: 415,
      type: 'wrong-type',
      title: 'Unsupported content type',
      detail: 'Allowed is application/json.',
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
    detail: 'The password is not the one of the reports.',
  })
}

const foreign = problem('A page of another origin sent it.')

export const sessionOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/login',
    tag: 'reports',
    summary: 'Begins a session of 12 hours for the reports',
    description: 'The answer sets its cookie: HttpOnly, SameSite=Lax, and behind https Secure.',
    body: { schema: loginSchema },
    responses: {
      200: { description: 'The session.', schema: sessionSchema },
      400: problem('Not the JSON that is wanted.'),
      401: problem('Wrong password.'),
      403: foreign,
      413: problem('The body is too large.'),
      415: problem('Not JSON.'),
      429: problem(`More than ${attemptsPerMinute} attempts of a client in a minute.`),
    },
  },
  {
    method: 'post',
    path: '/api/logout',
    tag: 'reports',
    summary: 'Ends the session of this browser',
    responses: { 200: { description: 'No session.', schema: sessionSchema }, 403: foreign },
  },
  {
    method: 'get',
    path: '/api/session',
    tag: 'reports',
    summary: 'Whether the browser has a session for the reports',
    responses: { 200: { description: 'The session, or that there is none.', schema: sessionSchema } },
  },
]
