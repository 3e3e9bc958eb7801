import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#service/http/errors.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'
import type { Sessions } from './sessions.ts'

/** Variables of requests that `requireOperator` has accepted. */
export interface OperatorVariables {
  Variables: {
    /** Name with which the operator logged in. */
    operator: string
  }
}

/**
 * Accepts requests with the session cookie of an operator and responds to all others with 401, also to requests with the
 * token or a session for the reports: these give no access to personal data. A state-changing request must come from a
 * page of this site.
 */
export function requireOperator(
  sessions: Pick<Sessions, 'find'>,
  publicUrl: string | undefined,
): MiddlewareHandler<OperatorVariables> {
  const own = refuseForeignOrigin(publicUrl)
  return async (c, next) => {
    const session = await sessions.find(c as Context)
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
