import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#service/http/errors.ts'
import type { TokenCheck } from './require-token.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'
import type { Sessions } from './sessions.ts'

export interface AccessDeps {
  hasToken: TokenCheck
  sessions: Pick<Sessions, 'find'>
  publicUrl: string | undefined
}

/** Variables of requests that `requireAccess` has accepted. */
export interface AccessVariables {
  Variables: { access: 'token' | 'session' }
}

/**
 * Accepts requests that carry the token or a session cookie, and responds to all others with 401. A state-changing
 * request with a cookie must come from a page of this site, because browsers attach cookies even to requests that
 * another site caused.
 */
export function requireAccess({
  hasToken,
  sessions,
  publicUrl,
}: AccessDeps): MiddlewareHandler<AccessVariables> {
  const own = refuseForeignOrigin(publicUrl)
  return async (c, next) => {
    if (await hasToken(c)) {
      c.set('access', 'token')
      return next()
    }
    if ((await sessions.find(c)) === undefined) throw noAccess(c)
    c.set('access', 'session')
    return own(c, next)
  }
}

/**
 * Returns the 401 problem. Its `WWW-Authenticate` header names only the scheme Bearer. If it named Basic, browsers
 * would show their own login dialog.
 */
function noAccess(c: Context): Problem {
  return new Problem({
    status: 401,
    type: 'no-access',
    title: 'No access',
    detail: c.req.header('authorization')
      ? 'The token is wrong. The service prints the location of the token when it starts.'
      : 'Log in at /berichte, or send Authorization: Bearer <REPORTS_TOKEN>.',
    headers: { 'www-authenticate': 'Bearer realm="Formlotse"' },
  })
}
