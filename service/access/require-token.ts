import { createHash, randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { AccessToken, AccessTokenStore } from '#db/ports/staff/access-token-store.ts'
import type { TokenScope } from '#domain/users/user-contract.ts'
import { Problem } from '#service/http/errors.ts'
import type { GuessLimit } from './limit-guesses.ts'
import { sameSecret } from './same-secret.ts'
import type { SharedAccess } from './shared-access.ts'

/** What a request with a valid token is: one with `REPORTS_TOKEN`, or one with the token of a script. */
export type TokenGrant = 'shared' | AccessToken

/**
 * Returns the grant of a request with a valid token; undefined if the token is missing or wrong. Throws a 403 problem if
 * the token of a script does not have the scope, and a 429 problem if the client has sent too many wrong tokens.
 */
export type TokenCheck = (c: Context, scope: TokenScope) => Promise<TokenGrant | undefined>

export interface TokenCheckDeps {
  /** `REPORTS_TOKEN` */
  token: string
  shared: Pick<SharedAccess, 'isOn'>
  tokens: Pick<AccessTokenStore, 'find' | 'touch'>
  /** Limits wrong tokens; without it, clients may send any number of them. */
  limit?: GuessLimit
  /** ms since the epoch */
  now: () => number
}

const prefix = 'fl_'
const format = /^fl_[\w-]{43}$/

/** Minimum time between two records of a token's use, in ms. It keeps the number of writes small. */
const touchEveryMs = 10 * 60 * 1000

/** Returns a check of the header `Authorization: Bearer <token>`. */
export function createTokenCheck({ token, shared, tokens, limit, now }: TokenCheckDeps): TokenCheck {
  const isShared = sameSecret(token)
  return async (c, scope) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (given === undefined) return undefined
    await limit?.check(c)
    if (isShared(given) && (await shared.isOn())) return 'shared'
    const found = format.test(given) ? await tokens.find(hashToken(given), now()) : undefined
    if (found?.kind !== 'script') {
      await limit?.wrong(c)
      return undefined
    }
    if (!includes(found.scope, scope)) throw wrongScope(found.scope)
    // The use is only shown; a store that cannot write must not stop a script that reads.
    if (now() - (found.lastUsedAt ?? 0) >= touchEveryMs)
      await tokens.touch(found.id, now()).catch(() => undefined)
    return found
  }
}

function includes(scope: string, needed: TokenScope): boolean {
  return scope === needed || (scope === 'write' && needed === 'read')
}

function wrongScope(scope: string): Problem {
  return new Problem({
    status: 403,
    type: 'wrong-scope',
    title: 'Wrong scope',
    detail: `The token is valid, but its scope is only ${scope}.`,
  })
}

/** Returns a new token of a script, and the hash under which it is stored. */
export function newScriptToken(): { token: string; hash: string } {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  return { token, hash: hashToken(token) }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Accepts requests whose token includes the scope, and responds to all others with 401 or 403. */
export function requireToken(hasToken: TokenCheck, scope: TokenScope): MiddlewareHandler {
  return async (c, next) => {
    if (!(await hasToken(c, scope)))
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
