import { type Context, Hono } from 'hono'
import type { UserSessionStore, UserStore } from '#db/ports/staff/user-store.ts'
import {
  type Account,
  acceptInvitationSchema,
  changePasswordSchema,
  openInvitationSchema,
  userLoginSchema,
} from '#domain/users/user-contract.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { AccessLog } from '#service/access/refusals/log-access.ts'
import type { EndSharedSessions } from '#service/access/end-shared-sessions.ts'
import { refuseForeignOrigin } from '#service/access/refuse-foreign-origin.ts'
import { providerLogoutOf } from '#service/access/session-routes.ts'
import { createSlowGuessing } from '#service/access/slow-guessing.ts'
import { unknownUser } from '#service/access/refusals/record-refusals.ts'
import { type StaffMember, auditName } from '#service/access/staff-member.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import * as described from './describe-account.ts'
import { refuseGuessable } from './guessable-password.ts'
import { limitAttempts } from './limit-attempts.ts'
import type { Passwords } from './passwords.ts'
import { linkEnded, noUser, readBody, unknownSession, wrongPassword } from './problems.ts'
import { requireMember } from './require-member.ts'
import { showSessions } from './show-users.ts'
import { type User, type UserDirectory, hashLinkToken } from './user-directory.ts'
import type { UserSessions } from './user-sessions.ts'

export interface AccountDeps {
  users: Pick<UserStore, 'setPassword'>
  sessionStore: Pick<UserSessionStore, 'list' | 'end' | 'endOthers'>
  directory: Pick<UserDirectory, 'emailHash' | 'find' | 'findByEmail' | 'findByLink'>
  /** Passwords of logins, which anyone can attempt. */
  logins: Passwords
  /** Passwords of people with a link or a session, which do not wait for logins. */
  passwords: Passwords
  sessions: UserSessions
  endShared: EndSharedSessions
  audit: (member: Pick<StaffMember, 'id' | 'name'>, action: string) => Promise<void>
  access: AccessLog
  publicUrl: string | undefined
  /** Name of the provider with which users can log in; undefined without one. */
  providerName: string | undefined
  limits: RateLimitSettings
  /** ms since the epoch */
  now: () => number
}

const api = '/api/account'
const noStore = { 'cache-control': 'no-store' }
const attemptsPerMinute = 10

/** Returns the routes with which named users log in, set their password, and see and end their sessions. */
export function accountRoutes(deps: AccountDeps) {
  const { sessions, limits, publicUrl } = deps
  const routes = new Hono()
  routes.use(`${api}/*`, refuseForeignOrigin(publicUrl))
  const attempts = rateLimit({ name: 'user-login', perMinute: attemptsPerMinute }, limits)
  const check = checkPasswords(deps)
  const { logins, passwords } = deps

  routes.get(api, described.account, async (c) => {
    const { providerName: provider, directory } = deps
    const member = await sessions.find(c)
    const user = member && (await directory.find(member.id))
    const account = showAccount(member, { hasPassword: typeof user?.passwordHash === 'string' })
    return c.json({ ...account, ...(provider !== undefined && { provider }) }, 200, noStore)
  })
  routes.post(`${api}/login`, described.login, attempts, async (c) => {
    const { email, password } = await readBody(c, userLoginSchema)
    const user = await check(c, { account: deps.directory.emailHash(email), password, by: logins }, () =>
      deps.directory.findByEmail(email),
    )
    return beginSession(c, deps, user)
  })
  routes.post(`${api}/logout`, described.logout, async (c) => {
    const wasShared = await deps.endShared(c)
    const member = await sessions.end(c)
    if (wasShared || member) deps.access.ended()
    return c.json({ ...loggedOut, ...providerLogoutOf(member) }, 200, noStore)
  })
  routes.post(`${api}/password`, described.changePassword, attempts, async (c) => {
    const member = await requireMember(c, deps)
    const { current, next } = await readBody(c, changePasswordSchema)
    refuseGuessable(next, 'next')
    const { directory, users, now } = deps
    const account = directory.emailHash(member.email)
    const user = await check(c, { account, password: current, by: passwords }, () =>
      directory.find(member.id),
    )
    const request = {
      id: user.id,
      version: user.version,
      passwordHash: await passwords.hash(next),
      now: now(),
    }
    if (!(await users.setPassword(request))) throw noUser()
    await deps.audit(member, 'change-password')
    return beginSession(c, deps, { ...user, version: user.version + 1 })
  })
  addInvitations(routes, deps)
  addSessions(routes, deps)
  return routes
}

interface Attempt {
  /** Key of the account, also of one that does not exist. */
  account: string
  password: string
  /** Verifies the password. */
  by: Passwords
}

/**
 * Returns a function that returns the user if the password is right, and throws otherwise. Unknown and inactive users
 * take as long as a wrong password.
 */
function checkPasswords({ limits, access, now }: AccountDeps) {
  const slow = createSlowGuessing({ ...limits, name: 'user-login', now })
  const perAccount = limitAttempts({ ...limits, now })
  return async (
    c: Context,
    { account, password, by }: Attempt,
    find: () => Promise<User | undefined>,
  ): Promise<User> => {
    await slow.before(c)
    await perAccount.before(c, account)
    const user = await find()
    const isActive = user?.state === 'active'
    const isRight = await by.verify(password, isActive ? user.passwordHash : null)
    if (isActive && isRight) return user
    access.refused('wrong-password', { operator: user ? auditName(user) : unknownUser })
    await Promise.all([slow.wrong(), perAccount.wrong(account)])
    throw wrongPassword()
  }
}

/** Logs in a user by a password. From then on, the browser acts under the name of the user only. */
async function beginSession(c: Context, { sessions, endShared, access }: AccountDeps, user: User) {
  const member = await sessions.begin(c, user)
  if (!member) throw wrongPassword()
  await endShared(c)
  access.accepted({ subject: member.id, role: member.role })
  return c.json(showAccount(member, { hasPassword: true }), 200, noStore)
}

function addInvitations(routes: Hono, deps: AccountDeps) {
  const { directory, passwords, users, now, limits } = deps
  const limit = rateLimit({ name: 'user-links', perMinute: attemptsPerMinute }, limits)

  routes.post(`${api}/invitation`, described.openInvitation, limit, async (c) => {
    const { token } = await readBody(c, openInvitationSchema)
    const user = await directory.findByLink(token)
    if (!user) throw linkEnded()
    return c.json({ name: user.name, email: user.email, isNew: user.passwordHash === null }, 200, noStore)
  })
  routes.post(`${api}/invitation/accept`, described.acceptInvitation, limit, async (c) => {
    const { token, password } = await readBody(c, acceptInvitationSchema)
    refuseGuessable(password, 'password')
    const user = await directory.findByLink(token)
    if (!user) throw linkEnded()
    const { id, version } = user
    const request = { id, version, passwordHash: await passwords.hash(password), now: now() }
    if (!(await users.setPassword({ ...request, linkHash: hashLinkToken(token) }))) throw linkEnded()
    await deps.audit(user, 'accept-invitation')
    return beginSession(c, deps, { ...user, version: version + 1 })
  })
}

function addSessions(routes: Hono, deps: AccountDeps) {
  const { sessionStore, now } = deps

  routes.get(`${api}/sessions`, described.sessions, async (c) => {
    const { id, session } = await requireMember(c, deps)
    const found = await sessionStore.list({ userId: id, now: now() })
    return c.json({ sessions: showSessions(found, session) }, 200, noStore)
  })
  routes.delete(`${api}/sessions`, described.endOthers, async (c) => {
    const member = await requireMember(c, deps)
    await sessionStore.endOthers(member.id, member.session)
    await deps.audit(member, 'end-own-sessions')
    return c.body(null, 204)
  })
  routes.delete(`${api}/sessions/:session`, described.endSession, async (c) => {
    const member = await requireMember(c, deps)
    if (!(await sessionStore.end({ id: c.req.param('session'), userId: member.id }))) throw unknownSession()
    await deps.audit(member, 'end-own-session')
    return c.body(null, 204)
  })
}

const loggedOut: Account = { user: null, expiresAt: null }

function showAccount(member: StaffMember | undefined, known: { hasPassword: boolean }): Account {
  if (!member) return loggedOut
  const { id, name, email, role, expiresAt } = member
  return { user: { id, name, email, role, ...known }, expiresAt: isoTime(expiresAt) }
}
