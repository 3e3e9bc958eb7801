import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const cookie = 'formlotse-oidc-session'

/**
 * Keeps in the browser the public id of the session that began by a login at the provider, so that its end can lead to
 * the logout there. It opens nothing: a browser that changes it only changes which page its own user sees next.
 */
export function createProviderMark(publicUrl: string | undefined) {
  const secure = publicUrl?.startsWith('https:') === true
  const prefix = secure ? ({ prefix: 'host' } as const) : {}
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...prefix } as const
  return {
    set: (c: Context, session: string, maxAgeMs: number) =>
      setCookie(c, cookie, session, { ...options, maxAge: maxAgeMs / 1000 }),
    /** Returns the session that the browser has marked, and removes the mark. */
    take(c: Context): string | undefined {
      const marked = getCookie(c, cookie, prefix.prefix)
      if (marked !== undefined) deleteCookie(c, cookie, options)
      return marked
    },
  }
}
