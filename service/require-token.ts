import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { Problem } from './errors.ts'

/** Lets a request pass that carries `Authorization: Bearer <token>`; everything else is answered 401. */
export function requireToken(token: string): MiddlewareHandler {
  const wanted = digest(token)
  return async (c, next) => {
    const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    // Digests have one length, so the comparison tells nothing about the token.
    if (given === undefined || !timingSafeEqual(digest(given), wanted))
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

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
