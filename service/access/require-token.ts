import type { Context, MiddlewareHandler } from 'hono'
import type { GuessLimit } from './limit-guesses.ts'
import { sameSecret } from './same-secret.ts'
import { Problem } from '#service/http/errors.ts'

/**
 * Returns whether a request carries the right token. Throws a 429 problem if the client has sent too many wrong tokens.
 */
export type TokenCheck = (c: Context) => Promise<boolean>

/**
 * Returns a check of the header `Authorization: Bearer <token>`. Without `limit`, clients may send any number of wrong
 * tokens.
 */
export function createTokenCheck(token: string, limit?: GuessLimit): TokenCheck {
  const isToken = sameSecret(token)
  return async (c) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (given === undefined) return false
    await limit?.check(c)
    if (isToken(given)) return true
    await limit?.wrong(c)
    return false
  }
}

/** Accepts requests that carry the token, and responds to all others with 401. */
export function requireToken(hasToken: TokenCheck): MiddlewareHandler {
  return async (c, next) => {
    if (!(await hasToken(c)))
      throw new Problem({
        status: 401,
        type: 'no-access',
        title: 'No access',
        detail:
          'Send Authorization: Bearer <REPORTS_TOKEN>. The service prints the location of the token when it starts.',
        headers: { 'www-authenticate': 'Bearer realm="Formlotse"' },
      })
    await next()
  }
}
