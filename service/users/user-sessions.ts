import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import type { UserSessionStore } from '#db/ports/staff/user-store.ts'
import { createSessionCookies } from '#service/access/session-cookies.ts'
import { ignoreUnavailable, sessionMs, touchEveryMs } from '#service/access/sessions.ts'
import {
  type EndedMember,
  type StaffMember,
  type StaffSessions,
  auditName,
} from '#service/access/staff-member.ts'
import type { RateLimitSettings } from '#service/http/rate-limit.ts'
import { readUserAgent } from '#service/http/read-user-agent.ts'
import { userCookie } from '#service/http/session-cookie.ts'
import { createProviderMark } from './provider-mark.ts'
import type { User, UserDirectory } from './user-directory.ts'

/** Maximum number of sessions per user: more than anyone has browsers. */
const maxSessions = 20

interface UserSessionSettings {
  store: UserSessionStore
  directory: Pick<UserDirectory, 'personOf'>
  audit: OperatorStore['audit']
  publicUrl: string | undefined
  /** Name of the provider with which users can log in; undefined without one. */
  providerName: string | undefined
  limits: RateLimitSettings
  /** ms since the epoch */
  now: () => number
}

export interface UserSessions extends StaffSessions {
  /**
   * Opens a session and ends the browser's previous one. Returns undefined, and opens none, if the user is not active
   * any more, or if role or password have changed since `user` was read. `by` is how the user logged in.
   */
  begin(c: Context, user: User, by?: 'password' | 'provider'): Promise<StaffMember | undefined>
}

/** Manages the sessions of named users. Logins and logouts are recorded in the audit. */
export function createUserSessions(settings: UserSessionSettings): UserSessions {
  const { store, directory, publicUrl, limits, now } = settings
  const cookies = createSessionCookies({ cookie: userCookie, publicUrl, limits })
  const mark = createProviderMark(publicUrl)
  const audit = (user: Pick<StaffMember, 'id' | 'name'>, action: string) =>
    settings.audit({ at: now(), operator: auditName(user), action, orderId: null, detail: null })

  async function find(c: Context): Promise<StaffMember | undefined> {
    const hash = cookies.idOf(c)
    if (hash === undefined) return undefined
    const found = await cookies.lookUp(c, hash, () => store.find(hash, now()))
    if (!found) return undefined
    if (now() - found.lastUsedAt >= touchEveryMs) await store.touch(hash, now()).catch(ignoreUnavailable)
    const { userId: id, id: session, role, expiresAt, sealed } = found
    return { id, session, role, expiresAt, ...directory.personOf(id, sealed) }
  }

  async function end(c: Context): Promise<EndedMember | undefined> {
    const member = await find(c)
    const marked = mark.take(c)
    cookies.remove(c)
    if (!member || !(await store.end({ id: member.session }))) return undefined
    await audit(member, 'logout')
    const viaProvider = marked === member.session && settings.providerName !== undefined
    return { ...member, viaProvider }
  }

  return {
    find,
    end,
    async begin(c, { id: userId, name, email, role, version }, by = 'password') {
      const before = await find(c)
      const { secret, id: hash } = cookies.create()
      const { browser, os } = readUserAgent(c.req.header('user-agent'))
      const [session, createdAt] = [randomUUID(), now()]
      const expiresAt = createdAt + sessionMs
      const device = `${browser}, ${os}`
      const times = { createdAt, expiresAt }
      if (!(await store.begin({ id: session, hash, userId, version, device, ...times }, maxSessions)))
        return undefined
      if (before) await store.end({ id: before.session })
      await audit({ id: userId, name }, 'login')
      cookies.send(c, secret, sessionMs)
      mark.take(c)
      if (by === 'provider') mark.set(c, session, sessionMs)
      return { id: userId, name, email, role, session, expiresAt }
    },
  }
}
