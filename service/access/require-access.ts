import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import { canReadReports } from '#domain/users/user-contract.ts'
import { Problem } from '#service/http/errors.ts'
import type { TokenCheck } from './require-token.ts'
import { changesState, refuseForeignOrigin } from './refuse-foreign-origin.ts'
import type { Sessions } from './sessions.ts'
import type { AccessToken } from '#db/ports/staff/access-token-store.ts'
import type { Session } from '#db/ports/staff/session-store.ts'
import type { ReaderTurns } from '#service/access/link-readers/reader-turns.ts'
import { isOpenToLinks } from '#service/access/link-readers/open-to-links.ts'
import { reportsToken } from '#service/access/refusals/record-refusals.ts'
import { type StaffMember, type StaffSessions, auditName } from './staff-member.ts'

/** A named user whose role opens the reports, a person with the shared password, or neither. */
type ReportsReader =
  | { kind: 'user'; member: StaffMember }
  | { kind: 'shared'; session: Session }
  | { kind: 'none'; member: StaffMember | undefined }

export interface ReaderSessions {
  staff: Pick<StaffSessions, 'find'>
  sessions: Pick<Sessions, 'find'>
}

/** Returns who reads the reports without a token or a link. */
export async function readerOfReports(
  c: Context,
  { staff, sessions }: ReaderSessions,
): Promise<ReportsReader> {
  const member = await staff.find(c)
  if (member && canReadReports(member.role)) return { kind: 'user', member }
  const session = await sessions.find(c)
  return session ? { kind: 'shared', session } : { kind: 'none', member }
}

export interface AccessDeps extends ReaderSessions {
  hasToken: TokenCheck
  /** Returns the shared link that the browser has opened. */
  linkOf: (c: Context) => Promise<AccessToken | undefined>
  /** Handles a request of a link when it is its turn. */
  turns: ReaderTurns
  audit: OperatorStore['audit']
  /** Called after a change, before it is answered. */
  onChange: () => Promise<void>
  /** ms since the epoch */
  now: () => number
  publicUrl: string | undefined
}

/** Variables of requests that `requireAccess` has accepted. */
export interface AccessVariables {
  Variables: {
    access: 'token' | 'session' | 'link'
    /** Name in the audit of the user, the script's token, or the shared token or password; absent with a shared link. */
    auditName?: string
    /**
     * Whether the reports contain addresses with a secret, which outlives any access: for admins and with shared access.
     */
    seesAddresses: boolean
    /** Position of the event that a change has stored, for the audit; absent if there is none. */
    changedAt?: number
    /** Whether the request only read, although its method may change something. */
    onlyRead?: boolean
  }
}

/**
 * Accepts requests that carry a token or a session cookie, and responds to all others with 401. A state-changing
 * request with a cookie must come from a page of this site, because browsers attach cookies even to requests that
 * another site caused. Readers of a shared link get only what is open to them. What all others have changed is recorded in
 * the audit.
 */
export function requireAccess(deps: AccessDeps): MiddlewareHandler<AccessVariables> {
  const { hasToken, linkOf, turns, publicUrl } = deps
  const own = refuseForeignOrigin(publicUrl)
  return async (c, next) => {
    const grant = await hasToken(c, changesState(c) ? 'write' : 'read')
    if (grant) {
      c.set('access', 'token')
      c.set('seesAddresses', grant === 'shared')
      c.set('auditName', grant === 'shared' ? reportsToken : `${grant.name} · token ${grant.id.slice(0, 8)}`)
      await next()
      return record(c, deps)
    }
    const reader = await readerOfReports(c, deps)
    if (reader.kind === 'user') {
      c.set('access', 'session')
      c.set('seesAddresses', reader.member.role === 'admin')
      c.set('auditName', auditName(reader.member))
      await own(c, next)
      return record(c, deps)
    }
    if (reader.kind === 'none') {
      const link = await linkOf(c)
      if (!link) throw reader.member ? wrongRole() : noAccess(c)
      if (!isOpenToLinks(c)) throw closedToLinks()
      c.set('access', 'link')
      c.set('seesAddresses', false)
      await turns.take(link.id, { signal: c.req.raw.signal, handle: next })
      return c.header('x-robots-tag', 'noindex')
    }
    c.set('access', 'session')
    c.set('seesAddresses', true)
    c.set('auditName', reader.session.subject)
    await own(c, next)
    return record(c, deps)
  }
}

/**
 * Records a change that was made, with the event that holds its content. Errors of the handlers have already become
 * responses.
 */
async function record(c: Context<AccessVariables>, { audit, onChange, now }: AccessDeps): Promise<void> {
  const operator = c.get('auditName')
  if (operator === undefined || !changesState(c) || c.res.status >= 400) return
  const action = `${c.req.method} ${routePath(c, -1)}`
  const position = c.get('changedAt')
  const detail = position === undefined ? null : `event ${position}`
  await audit({ at: now(), operator, action, orderId: null, detail })
  if (!c.get('onlyRead')) await onChange()
}

/** Returns the 403 problem of a user whose role does not open what was requested. */
export function wrongRole(): Problem {
  return new Problem({
    status: 403,
    type: 'wrong-role',
    title: 'Wrong role',
    detail: 'The role of this user does not open this.',
  })
}

function closedToLinks(): Problem {
  return new Problem({
    status: 403,
    type: 'not-shared',
    title: 'Not shared',
    detail: 'A shared link does not open this.',
  })
}

/**
 * Returns the 401 problem. Its `WWW-Authenticate` header names only the scheme Bearer. If it named Basic, browsers
 * would show their own login dialog.
 */
function noAccess(c: Context): Problem {
  return new Problem({
    status: 401,
    type: 'no-access',
    title: 'No access',
    detail: c.req.header('authorization')
      ? 'The token is wrong. The service prints the location of the token when it starts.'
      : 'Log in at /berichte, or send Authorization: Bearer <REPORTS_TOKEN>.',
    headers: { 'www-authenticate': 'Bearer realm="Formlotse"' },
  })
}
