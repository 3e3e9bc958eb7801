import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { deskCookie, sessionCookie } from '#service/http/session-cookie.ts'
import { hkdfSync } from 'node:crypto'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Session, SessionStore } from '#db/ports/staff/session-store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { RateLimitSettings } from '#service/http/rate-limit.ts'
import { createSessionCookies } from './session-cookies.ts'
import type { SharedAccess } from './shared-access.ts'

export interface SessionSettings {
  store: SessionStore
  /** Role of all sessions that are opened and accepted here. Each role has its own cookie. */
  role: Session['role']
  /** Fingerprint of the current password (see `marketerFingerprint`). */
  credential: string
  /** No session is valid while the passwords are turned off. */
  shared: Pick<SharedAccess, 'isOn'>
  /** Public URL of the service. If it is https, the session cookie gets the attribute `Secure`. */
  publicUrl: string | undefined
  limits: RateLimitSettings
  /** Returns the current time, in ms since the epoch. */
  now: () => number
}

export type Sessions = ReturnType<typeof createSessions>

/** Lifetime of a session, in ms; covers a long working day. */
export const sessionMs = fixedPeriods.sessions

const cookieOf = { marketer: sessionCookie, operator: deskCookie } as const

/**
 * Maximum number of sessions per role. It is higher than the number of people who share a password, and low enough
 * that a script cannot fill the table.
 */
export const maxSessions = 200

/** Minimum time between two updates of a session's `lastUsedAt`, in ms. It keeps the number of writes small. */
export const touchEveryMs = 10 * 60 * 1000

/**
 * Returns the fingerprint of the password for the reports. It is stored with each session, so that the session ends when
 * the password changes. The fingerprint is keyed. If it were a plain hash, anyone with a copy of the database could guess
 * the password offline.
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

/** Manages the sessions of a role, which several people may have opened with the same password. */
export function createSessions(settings: SessionSettings) {
  const { store, role, credential, shared, publicUrl, limits, now } = settings
  const cookies = createSessionCookies({ cookie: cookieOf[role], publicUrl, limits })

  /** Looks up a session. Throws a 429 problem if the client sent too many unknown cookies. */
  async function lookUp(c: Context, id: string): Promise<Session | undefined> {
    if (!(await shared.isOn())) return undefined
    return cookies.lookUp(c, id, async () => {
      const session = await store.find({ id, credential, now: now() })
      return session?.role === role ? session : undefined
    })
  }

  return {
    /** Opens a session for `subject` and ends the browser's previous one of the same role. */
    async begin(c: Context, subject: string): Promise<Session> {
      const before = cookies.idOf(c)
      const { secret, id } = cookies.create()
      const createdAt = now()
      const session = { subject, role, createdAt, expiresAt: createdAt + sessionMs }
      await store.begin({ ...session, id, credential }, maxSessions)
      if (before !== undefined) await store.end(before)
      cookies.send(c, secret, sessionMs)
      return { ...session, lastUsedAt: createdAt }
    },
    /**
     * Returns the session of the request. Throws a 429 problem if the client sent too many unknown cookies.
     */
    async find(c: Context): Promise<Session | undefined> {
      const id = cookies.idOf(c)
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
      const id = cookies.idOf(c)
      // Anyone can send an invented cookie, so the session is looked up before `store.end` is called. Unlike
      // `store.end`, a lookup does not occupy the writer thread.
      const ended = id !== undefined && (await lookUp(c, id)) !== undefined && (await store.end(id))
      cookies.remove(c)
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
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}
