import { hkdfSync } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'

export interface SessionSettings {
  /** Signs the cookies; 32 bytes. */
  key: Uint8Array
  /** Where visitors reach the service: behind https the cookie never leaves without it. */
  publicUrl: string | undefined
  /** ms since the epoch */
  now: () => number
}

export type Sessions = ReturnType<typeof createSessions>

/** Long enough for a working day with its evening. */
export const sessionMs = 12 * 3600 * 1000

/**
 * The key that cookies are signed with. The same in every process of the service, and another one as soon as the
 * password changes, which ends all sessions. The data key is in it because a password alone could be guessed from a
 * cookie, at leisure.
 */
export function sessionKey(secrets: { piiKey: Uint8Array; reportsPassword: string }): Uint8Array {
  const { piiKey, reportsPassword } = secrets
  return new Uint8Array(hkdfSync('sha256', piiKey, reportsPassword, 'formlotse/reports-session', 32))
}

/** Sessions of people who read the reports. Nothing is kept of them: the cookie holds when it ends, and is signed. */
export function createSessions({ key, publicUrl, now }: SessionSettings) {
  const secure = publicUrl?.startsWith('https:') === true
  // With the prefix no other subdomain and no plain connection can plant one.
  const prefix = secure ? ({ prefix: 'host' } as const) : {}
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...prefix } as const
  const signingKey = new Uint8Array(key)

  return {
    /** Answers when the session ends. */
    async begin(c: Context): Promise<number> {
      const expiresAt = now() + sessionMs
      await setSignedCookie(c, sessionCookie, String(expiresAt), signingKey, {
        ...options,
        maxAge: sessionMs / 1000,
      })
      return expiresAt
    },
    /** When the session of the request ends; undefined when it has none. */
    async find(c: Context): Promise<number | undefined> {
      const text = await getSignedCookie(c, signingKey, sessionCookie, prefix.prefix)
      const expiresAt = text ? Number(text) : Number.NaN
      return expiresAt > now() ? expiresAt : undefined
    },
    end(c: Context): void {
      deleteCookie(c, sessionCookie, options)
    },
  }
}

/** Behind https with `__Host-` before it. */
export const sessionCookie = 'formlotse-reports'
