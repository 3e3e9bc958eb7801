import type { Context } from 'hono'
import type { StaffMember, StaffSessions } from '#service/access/staff-member.ts'
import { noUser } from './problems.ts'

/** Returns the named user of a request; throws a 401 problem if there is none. */
export async function requireMember(
  c: Context,
  { sessions }: { sessions: Pick<StaffSessions, 'find'> },
): Promise<StaffMember> {
  const member = await sessions.find(c)
  if (!member) throw noUser()
  return member
}
