import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#service/errors.ts'
import type { TokenCheck } from '#service/require-token.ts'
import { refuseElsewhere } from './refuse-elsewhere.ts'
import type { Sessions } from './sessions.ts'

export interface AccessDeps {
  hasToken: TokenCheck
  sessions: Pick<Sessions, 'find'>
  publicUrl: string | undefined
}

/**
 * Lets a request pass that carries the token, or the cookie of a session; everything else is answered 401. A cookie
 * comes along by itself, so what is asked by one and changes something must come from our own pages.
 */
export function requireAccess({ hasToken, sessions, publicUrl }: AccessDeps): MiddlewareHandler {
  const own = refuseElsewhere(publicUrl)
  return async (c, next) => {
    if (await hasToken(c)) return next()
    if ((await sessions.find(c)) === undefined) throw noAccess(c)
    return own(c, next)
  }
}

/** Names no scheme that makes a browser ask for name and password itself. */
function noAccess(c: Context): Problem {
  return new Problem({
    status: 401,
    type: 'no-access',
    title: 'No access',
    detail: c.req.header('authorization')
      ? 'The token is wrong. The start of the service prints where it lies.'
      : 'Log in at /berichte, or send Authorization: Bearer <REPORTS_TOKEN>.',
    headers: { 'www-authenticate': 'Bearer realm="Formlotse"' },
  })
}
