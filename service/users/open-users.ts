import { Hono } from 'hono'
import type { VaultCipher } from '#db/keys/vault-cipher.ts'
import type { Store } from '#db/ports/store.ts'
import type { AccessLog } from '#service/access/refusals/log-access.ts'
import type { EndSharedSessions } from '#service/access/end-shared-sessions.ts'
import type { SharedAccess } from '#service/access/shared-access.ts'
import { type StaffMember, auditName } from '#service/access/staff-member.ts'
import type { EmailDraft } from '#service/emails/template/email-draft.ts'
import type { RateLimitSettings } from '#service/http/rate-limit.ts'
import { accessRoutes } from './access-routes.ts'
import { accountRoutes } from './account-routes.ts'
import { type Hashing, createPasswords } from './passwords.ts'
import { createUserDirectory } from './user-directory.ts'
import { createUserSessions } from './user-sessions.ts'
import { viewRoutes } from './view-routes.ts'

interface UserParts {
  store: Store
  cipher: Pick<VaultCipher, 'seal' | 'unseal' | 'emailHmac'>
  shared: SharedAccess
  endShared: EndSharedSessions
  access: AccessLog
  sendEmail: (to: string, draft: EmailDraft) => Promise<void>
  siteUrl: string
  publicUrl: string | undefined
  /** Name of the provider with which users can log in; undefined without one. */
  providerName: string | undefined
  /** Parameters of new password hashes; defaults to those that OWASP recommends. */
  hashing: Hashing | undefined
  limits: RateLimitSettings
  /** ms since the epoch */
  now: () => number
}

/** Returns the sessions of named users, the routes about users, and what other logins need. */
export function openUsers({ store, cipher, access, sendEmail, shared, siteUrl, ...parts }: UserParts) {
  const { now } = parts
  const directory = createUserDirectory({ users: store.users, cipher, now })
  const record = store.operators.audit
  const sessions = createUserSessions({ ...parts, store: store.userSessions, directory, audit: record })
  const audit = (member: Pick<StaffMember, 'id' | 'name'>, action: string) =>
    record({ at: now(), operator: auditName(member), action, orderId: null, detail: null })
  const account = accountRoutes({
    ...parts,
    users: store.users,
    sessionStore: store.userSessions,
    directory,
    logins: createPasswords(parts.hashing),
    passwords: createPasswords(parts.hashing),
    sessions,
    audit,
    access,
  })
  const routes = new Hono()
  routes.route('/', account)
  routes.route('/', viewRoutes({ ...parts, views: store.savedViews, sessions }))
  routes.route('/', accessRoutes({ ...parts, store, directory, sessions, shared, sendEmail, siteUrl }))
  return { sessions, directory, audit, routes }
}
