import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { deskCookie, sessionCookie } from '#service/http/session-cookie.ts'
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Logger } from 'pino'
import type { Session, SessionStore } from '#db/ports/session-store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { type RateLimitSettings, requestLimiter } from '#service/http/rate-limit.ts'

export interface SessionSettings {
  store: SessionStore
  /** Role of all sessions that are opened and accepted here. Each role has its own cookie. */
  role: Session['role']
  /** Fingerprint of the current password (see `marketerFingerprint`). */
  credential: string
  /** Public URL of the service. If it is https, the session cookie gets the attribute `Secure`. */
  publicUrl: string | undefined
  limits: RateLimitSettings
  /** Returns the current time, in ms since the epoch. */
  now: () => number
}

export type Sessions = ReturnType<typeof createSessions>

/** Lifetime of a session, in ms; covers a long working day. */
export const sessionMs = fixedPeriods.sessions

/** Subject of the sessions for the reports. Their readers share one password, so they cannot be distinguished. */
export const marketing = 'marketing'

const cookies = { marketer: sessionCookie, operator: deskCookie } as const

/**
 * Maximum number of sessions per role. It is higher than the number of people who share a password, and low enough
 * that a script cannot fill the table.
 */
export const maxSessions = 200

/** Minimum time between two updates of a session's `lastUsedAt`, in ms. It keeps the number of writes small. */
const touchEveryMs = 10 * 60 * 1000

/**
 * Number of unknown session cookies that a client may send per minute. Without a limit, a client could cause any number
 * of database reads with invented cookies.
 */
export const unknownPerMinute = 600

/**
 * Maximum number of known sessions kept in memory. Requests of other sessions count as requests with unknown cookies,
 * for example the first request of each session after a restart.
 */
const maxKnown = 2 * maxSessions

/** Format of a cookie: 32 random bytes in base64url. */
const idFormat = /^[\w-]{43}$/

/**
 * Returns the fingerprint of the password for the reports. It is stored with each session, so that the session ends when the password
 * changes. The fingerprint is keyed. If it were a plain hash, anyone with a copy of the database could guess the
 * password offline.
 */
export function marketerFingerprint(secrets: { piiKey: Uint8Array; reportsPassword: string }): string {
  return fingerprint(secrets.piiKey, secrets.reportsPassword, 'formlotse/reports-password')
}

/** Returns the fingerprint of the operators' password. It differs from the marketers' one even for equal passwords. */
export function operatorFingerprint(secrets: { piiKey: Uint8Array; ordersPassword: string }): string {
  return fingerprint(secrets.piiKey, secrets.ordersPassword, 'formlotse/orders-password')
}

function fingerprint(piiKey: Uint8Array, password: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', piiKey, password, purpose, 32)).toString('base64url')
}

/**
 * Manages the sessions of a role. The cookie is a random id; the session is stored under the hash of the id.
 */
export function createSessions({ store, role, credential, publicUrl, limits, now }: SessionSettings) {
  const cookie = cookies[role]
  const limitUnknown = requestLimiter({ name: 'unknown-session', perMinute: unknownPerMinute }, limits)
  const known = new Set<string>()
  const secure = publicUrl?.startsWith('https:') === true
  // The prefix `__Host-` keeps other subdomains and unencrypted connections from setting the cookie.
  const prefix = secure ? ({ prefix: 'host' } as const) : {}
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, ...prefix } as const

  /**
   * Returns the key under which the session of a request is stored; undefined if the cookie is missing or has a wrong
   * format.
   */
  function idOf(c: Context): string | undefined {
    const given = getCookie(c, cookie, prefix.prefix)
    return given !== undefined && idFormat.test(given) ? hash(given) : undefined
  }

  /**
   * Looks up a session. Throws a 429 problem, without reading the store, if the client sent too many unknown cookies.
   */
  async function lookUp(c: Context, id: string): Promise<Session | undefined> {
    if (!known.has(id)) await limitUnknown(c)
    const session = await store.find({ id, credential, now: now() })
    known.delete(id)
    if (session?.role !== role) return undefined
    remember(id)
    return session
  }

  function remember(id: string): void {
    const oldest = known.size < maxKnown ? undefined : known.values().next().value
    if (oldest !== undefined) known.delete(oldest)
    known.add(id)
  }

  return {
    /** Opens a session for `subject` and ends the browser's previous one of the same role. */
    async begin(c: Context, subject: string): Promise<Session> {
      const before = idOf(c)
      const secret = randomBytes(32).toString('base64url')
      const createdAt = now()
      const session = { subject, role, createdAt, expiresAt: createdAt + sessionMs }
      await store.begin({ ...session, id: hash(secret), credential }, maxSessions)
      if (before !== undefined) await store.end(before)
      setCookie(c, cookie, secret, { ...options, maxAge: sessionMs / 1000 })
      return { ...session, lastUsedAt: createdAt }
    },
    /**
     * Returns the session of the request. Throws a 429 problem if the client sent too many unknown cookies.
     */
    async find(c: Context): Promise<Session | undefined> {
      const id = idOf(c)
      if (id === undefined) return undefined
      const session = await lookUp(c, id)
      if (session && now() - session.lastUsedAt >= touchEveryMs)
        await store.touch(id, now()).catch(ignoreUnavailable)
      return session
    },
    /**
     * Ends the session of the request in all processes. Returns false if there was no session. Throws a 429 problem if
     * the client sent too many unknown cookies.
     */
    async end(c: Context): Promise<boolean> {
      const id = idOf(c)
      // Anyone can send an invented cookie, so the session is looked up before `store.end` is called. Unlike
      // `store.end`, a lookup does not occupy the writer thread.
      const ended = id !== undefined && (await lookUp(c, id)) !== undefined && (await store.end(id))
      deleteCookie(c, cookie, options)
      return ended
    },
  }
}

/**
 * Ends the sessions that were opened with a previous password, in all processes. Otherwise, they would be valid again
 * if that password were set again. An unavailable store is ignored, because `find` accepts only sessions opened with
 * the current password anyway.
 */
export async function endOutdatedSessions(
  store: SessionStore,
  { role, credential }: Pick<SessionSettings, 'role' | 'credential'>,
  log: Logger,
) {
  const ended = await store.endOthers(role, credential).catch((error: unknown) => {
    ignoreUnavailable(error)
    return 0
  })
  if (ended > 0) log.info({ ended, role }, 'the password of a role changed; its sessions were ended')
}

/** Ignores `StoreUnavailable`, because sessions must work while the disk is full. Rethrows any other error. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
