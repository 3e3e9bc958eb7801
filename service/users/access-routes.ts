import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { newUserSchema, sharedAccessSchema, userChangeSchema } from '#domain/users/user-contract.ts'
import type { SharedAccess } from '#service/access/shared-access.ts'
import type { StaffSessions } from '#service/access/staff-member.ts'
import { invitationEmail } from '#service/emails/staff/invitation-email.ts'
import type { EmailDraft } from '#service/emails/template/email-draft.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { type AdminVariables, auditOf, requireAdmin } from './admin.ts'
import { auditRoutes } from './audit-routes.ts'
import * as described from './describe-access.ts'
import { conflict, readBody, unknownSession, unknownUser } from './problems.ts'
import { showUsers } from './show-users.ts'
import { tokenRoutes } from './token-routes.ts'
import { type Invitation, type UserDirectory, invitationUrl, linkMs } from './user-directory.ts'

export interface AccessRouteDeps {
  store: Pick<Store, 'users' | 'userSessions' | 'accessTokens' | 'operators'>
  directory: UserDirectory
  sessions: Pick<StaffSessions, 'find'>
  shared: SharedAccess
  sendEmail: (to: string, draft: EmailDraft) => Promise<void>
  /** Origin of links in e-mails, without a trailing slash. */
  siteUrl: string
  publicUrl: string | undefined
  limits: RateLimitSettings
  /** ms since the epoch */
  now: () => number
}

const api = '/api/access'
const noStore = { 'cache-control': 'no-store' }
const changesOfClient = { name: 'access', perHour: 300 }

/** Returns the routes with which admins administer users, their sessions, tokens of scripts and shared access. */
export function accessRoutes(deps: AccessRouteDeps) {
  const { store, directory, shared, now, limits } = deps
  const { users, userSessions } = store
  const routes = new Hono<AdminVariables>()
  const admin = requireAdmin(deps)
  const limit = rateLimit(changesOfClient, limits)
  const audit = auditOf(deps)

  routes.get(`${api}/users`, described.users, admin, async (c) => {
    const [all, sessions] = await Promise.all([directory.list(), userSessions.list({ now: now() })])
    const shown = showUsers({ users: all, sessions, member: c.var.admin, now: now() })
    return c.json({ users: shown, sharedAccess: await shared.isOn() }, 200, noStore)
  })
  routes.post(`${api}/users`, described.invite, limit, admin, async (c) => {
    const person = await readBody(c, newUserSchema)
    if (await directory.findByEmail(person.email)) throw knownAddress()
    const id = randomUUID()
    await audit(c, `invite-${person.role}`, { id, name: person.name })
    const invited = await directory.invite({ ...person, id })
    if (!invited) throw knownAddress()
    await sendLink(deps, { ...person, isNew: true, from: c.var.admin.name }, invited)
    return c.json({ id }, 201, noStore)
  })
  routes.post(`${api}/users/:id`, described.change, limit, admin, async (c) => {
    const id = otherUser(c)
    const change = await readBody(c, userChangeSchema)
    const user = await findUser(deps, id)
    await audit(c, 'role' in change ? `role-${change.role}` : `state-${change.state}`, user)
    refuseLastAdmin(await users.change(id, change))
    return c.body(null, 204)
  })
  routes.delete(`${api}/users/:id`, described.remove, limit, admin, async (c) => {
    const id = otherUser(c)
    await audit(c, 'remove-user', await findUser(deps, id))
    refuseLastAdmin(await users.remove(id))
    return c.body(null, 204)
  })
  routes.post(`${api}/users/:id/invitation`, described.sendLink, limit, admin, async (c) => {
    const user = await findUser(deps, c.req.param('id'))
    if (user.state === 'deactivated') throw deactivated()
    await audit(c, 'send-link', user)
    const token = await directory.newLink(user.id)
    if (token === undefined) throw deactivated()
    const isNew = user.passwordHash === null
    await sendLink(deps, { ...user, isNew, from: c.var.admin.name }, { id: user.id, token })
    return c.body(null, 204)
  })
  routes.delete(`${api}/users/:id/sessions/:session`, described.endSession, limit, admin, async (c) => {
    const { id: userId, session: id } = c.req.param()
    const user = await findUser(deps, userId)
    const sessions = await userSessions.list({ userId, now: now() })
    if (!sessions.some((session) => session.id === id)) throw unknownSession()
    await audit(c, 'end-session', user)
    await userSessions.end({ id, userId })
    return c.body(null, 204)
  })
  routes.post(`${api}/shared`, described.setShared, limit, admin, async (c) => {
    const { on } = await readBody(c, sharedAccessSchema)
    await audit(c, on ? 'shared-access-on' : 'shared-access-off')
    if (!(await shared.set(on)))
      throw conflict('last-admin', 'There must be an active admin with a password first.')
    return c.body(null, 204)
  })
  routes.route('/', auditRoutes({ operators: store.operators, admin }))
  routes.route('/', tokenRoutes({ tokens: store.accessTokens, directory, limit, admin, audit, now }))
  return routes
}

const knownAddress = () => conflict('known-address', 'There is a user with this e-mail address already.')
const deactivated = () => conflict('deactivated', 'The user is deactivated.')

async function findUser({ directory }: AccessRouteDeps, id: string) {
  const user = await directory.find(id)
  if (!user) throw unknownUser()
  return user
}

/** Admins cannot change their own rights, which prevents them from locking themselves out by mistake. */
function otherUser(c: Context<AdminVariables>): string {
  const id = c.req.param('id')!
  if (id === c.var.admin.id) throw conflict('own-account', 'Another admin has to change your own rights.')
  return id
}

function refuseLastAdmin(result: 'changed' | 'unknown' | 'last-admin'): void {
  if (result === 'unknown') throw unknownUser()
  if (result === 'last-admin')
    throw conflict('last-admin', 'Without this admin, nobody could administer the users.')
}

interface LinkFacts {
  name: string
  email: string
  from: string
  isNew: boolean
}

async function sendLink(
  { sendEmail, siteUrl, now }: AccessRouteDeps,
  { email, ...facts }: LinkFacts,
  { token }: Invitation,
): Promise<void> {
  const { name, from, isNew } = facts
  const url = invitationUrl(siteUrl, token)
  await sendEmail(email, invitationEmail({ name, from, isNew, url, expiresAt: now() + linkMs }))
}
