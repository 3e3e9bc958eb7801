import type { Context } from 'hono'
import { canReadReports } from '#domain/users/user-contract.ts'
import { wrongRole } from '#service/access/require-access.ts'
import type { Sessions } from '#service/access/sessions.ts'
import { type StaffSessions, auditName } from '#service/access/staff-member.ts'
import { noUser } from '#service/users/problems.ts'

/** Somebody who makes, sees and ends links. */
export interface LinkMaker {
  /** Null for the people who share the password of the reports. */
  userId: string | null
  /** Name that is shown; null like `userId`. */
  name: string | null
  /** Name in the audit. */
  auditName: string
  /** Whether the links of others are seen and ended as well. */
  seesAll: boolean
}

interface LinkMakerDeps {
  staff: Pick<StaffSessions, 'find'>
  sessions: Pick<Sessions, 'find'>
}

/**
 * Returns who sent a request: a named user who reads the reports, or somebody with the shared password. Throws a 401 or
 * 403 problem for all others, also for scripts with a token.
 */
export async function linkMakerOf(c: Context, { staff, sessions }: LinkMakerDeps): Promise<LinkMaker> {
  const member = await staff.find(c)
  if (member && canReadReports(member.role)) {
    const { id: userId, name, role } = member
    return { userId, name, auditName: auditName(member), seesAll: role === 'admin' }
  }
  const session = await sessions.find(c)
  if (!session) throw member ? wrongRole() : noUser()
  return { userId: null, name: null, auditName: session.subject, seesAll: false }
}
