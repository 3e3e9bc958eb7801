import type { Context, MiddlewareHandler, Next } from 'hono'
import { canUseDesk } from '#domain/users/user-contract.ts'
import { Problem } from '#service/http/errors.ts'
import { changesState, refuseForeignOrigin } from './refuse-foreign-origin.ts'
import { wrongRole } from './require-access.ts'
import type { Sessions } from './sessions.ts'
import { type StaffSessions, auditName } from './staff-member.ts'

/** Variables of requests that `requireOperator` has accepted. */
export interface OperatorVariables {
  Variables: {
    /** Name of the operator in the audit. */
    operator: string
    /** Whether the request only read, although its method may change something. */
    onlyRead?: boolean
  }
}

interface OperatorDeps {
  sessions: Pick<Sessions, 'find'>
  staff: Pick<StaffSessions, 'find'>
  /** Called after a change, before it is answered. */
  onChange: () => Promise<void>
  publicUrl: string | undefined
}

/**
 * Accepts requests with the session cookie of an operator and responds to all others with 401 or 403, also to requests
 * with a token or a session for the reports: these give no access to personal data. A state-changing request must come
 * from a page of this site.
 */
export function requireOperator({
  sessions,
  staff,
  onChange,
  publicUrl,
}: OperatorDeps): MiddlewareHandler<OperatorVariables> {
  const refuseForeign = refuseForeignOrigin(publicUrl)
  const own = async (c: Context, next: Next) => {
    await refuseForeign(c, next)
    if (changesState(c) && c.res.status < 400 && !c.get('onlyRead')) await onChange()
  }
  return async (c, next) => {
    const member = await staff.find(c as Context)
    if (member && canUseDesk(member.role)) {
      c.set('operator', auditName(member))
      return own(c, next)
    }
    const session = await sessions.find(c as Context)
    if (!session && member) throw wrongRole()
    if (!session)
      throw new Problem({
        status: 401,
        type: 'no-access',
        title: 'No access',
        detail: 'Log in at /auftraege as an operator.',
      })
    c.set('operator', session.subject)
    return own(c, next)
  }
}
