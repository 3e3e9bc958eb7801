import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type RateLimitSettings, requestLimiter } from '#service/http/rate-limit.ts'

/**
 * Number of unknown session cookies that a client may send per minute. Without a limit, a client could cause any number
 * of database reads with invented cookies.
 */
export const unknownPerMinute = 600

/**
 * Maximum number of known sessions kept in memory. Requests of other sessions count as requests with unknown cookies,
 * for example the first request of each session after a restart.
 */
const maxKnown = 400

/** Format of a cookie: 32 random bytes in base64url. */
const format = /^[\w-]{43}$/

export interface SessionCookieSettings {
  /** Name of the cookie. */
  cookie: string
  /** Public URL of the service. If it is https, the cookie gets the attribute `Secure`. */
  publicUrl: string | undefined
  limits: RateLimitSettings
}

/** Manages a session cookie: random bytes, whose hash is the id under which the session is stored. */
export function createSessionCookies({ cookie, publicUrl, limits }: SessionCookieSettings) {
  const limitUnknown = requestLimiter({ name: 'unknown-session', perMinute: unknownPerMinute }, limits)
  const known = new Set<string>()
  const secure = publicUrl?.startsWith('https:') === true
  // The prefix `__Host-` keeps other subdomains and unencrypted connections from setting the cookie.
  const prefix = secure ? ({ prefix: 'host' } as const) : {}
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...prefix } as const

  function remember(id: string): void {
    const oldest = known.size < maxKnown ? undefined : known.values().next().value
    if (oldest !== undefined) known.delete(oldest)
    known.add(id)
  }

  return {
    /** Returns the id of a request's session; undefined if the cookie is missing or has a wrong format. */
    idOf(c: Context): string | undefined {
      const given = getCookie(c, cookie, prefix.prefix)
      return given !== undefined && format.test(given) ? hashCookie(given) : undefined
    },
    /**
     * Looks up a session by its id with `find`. Throws a 429 problem, without calling it, if the client sent too many
     * unknown cookies.
     */
    async lookUp<Found>(
      c: Context,
      id: string,
      find: () => Promise<Found | undefined>,
    ): Promise<Found | undefined> {
      if (!known.has(id)) await limitUnknown(c)
      const found = await find()
      known.delete(id)
      if (found !== undefined) remember(id)
      return found
    },
    /** Returns a new cookie and the id of its session. */
    create(): { secret: string; id: string } {
      const secret = randomBytes(32).toString('base64url')
      return { secret, id: hashCookie(secret) }
    },
    send: (c: Context, secret: string, maxAgeMs: number) =>
      setCookie(c, cookie, secret, { ...options, maxAge: maxAgeMs / 1000 }),
    remove: (c: Context) => void deleteCookie(c, cookie, options),
  }
}

/** Returns the id under which the session of a cookie is stored. */
export function hashCookie(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
