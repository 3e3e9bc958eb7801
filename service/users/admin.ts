import type { Context, MiddlewareHandler } from 'hono'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import { changesState, refuseForeignOrigin } from '#service/access/refuse-foreign-origin.ts'
import { wrongRole } from '#service/access/require-access.ts'
import { type StaffMember, type StaffSessions, auditName } from '#service/access/staff-member.ts'
import { readSmallBody } from '#service/http/read-small-body.ts'
import { maxBodyBytes, noUser } from './problems.ts'

/** Variables of requests of admins. */
export interface AdminVariables {
  Variables: { admin: StaffMember }
}

interface AdminDeps {
  sessions: Pick<StaffSessions, 'find'>
  publicUrl: string | undefined
}

/**
 * Records what an admin does. It is called before anything is done, so if it fails, nothing is; what is refused
 * afterwards is recorded all the same.
 */
export type AuditAccess = (
  c: Context<AdminVariables>,
  action: string,
  about?: Pick<StaffMember, 'id' | 'name'>,
) => Promise<void>

export function auditOf({
  store,
  now,
}: {
  store: { operators: Pick<OperatorStore, 'audit'> }
  now: () => number
}) {
  const audit: AuditAccess = (c, action, about) =>
    store.operators.audit({
      at: now(),
      operator: auditName(c.var.admin),
      action,
      orderId: null,
      detail: about ? auditName(about) : null,
    })
  return audit
}

/**
 * Accepts admins, and responds to all others with 401 or 403. The body is read first: sending it slowly takes seconds, in
 * which an admin can lose the role.
 */
export function requireAdmin({ sessions, publicUrl }: AdminDeps): MiddlewareHandler<AdminVariables> {
  const own = refuseForeignOrigin(publicUrl)
  return async (c, next) => {
    if (changesState(c)) await readSmallBody(c, maxBodyBytes)
    const member = await sessions.find(c as Context)
    if (!member) throw noUser()
    if (member.role !== 'admin') throw wrongRole()
    c.set('admin', member)
    return own(c, next)
  }
}
