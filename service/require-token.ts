import type { Context, MiddlewareHandler } from 'hono'
import type { GuessLimit } from './access/limit-guesses.ts'
import { sameSecret } from './access/same-secret.ts'
import { Problem } from './errors.ts'

/** Whether a request carries the right token. Throws a 429 problem for a client that was wrong too often. */
export type TokenCheck = (c: Context) => Promise<boolean>

/** Looks for `Authorization: Bearer <token>`. Without a limit anybody may be wrong as often as they like. */
export function createTokenCheck(token: string, limit?: GuessLimit): TokenCheck {
  const isToken = sameSecret(token)
  return async (c) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (given === undefined) return false
    limit?.check(c)
    if (isToken(given)) return true
    await limit?.wrong(c)
    return false
  }
}

/** Lets a request pass that carries the token; everything else is answered 401. */
export function requireToken(hasToken: TokenCheck): MiddlewareHandler {
  return async (c, next) => {
    if (!(await hasToken(c)))
      throw new Problem({
        status: 401,
        type: 'no-access',
        title: 'No access',
        detail:
          'Send Authorization: Bearer <REPORTS_TOKEN>. The start of the service prints where the token lies.',
        headers: { 'www-authenticate': 'Bearer realm="Formlotse"' },
      })
    await next()
  }
}
