import type { Context } from 'hono'
import { type ReaderSessions, readerOfReports, wrongRole } from '#service/access/require-access.ts'
import { auditName } from '#service/access/staff-member.ts'
import { noUser } from '#service/users/problems.ts'

/** A named user who makes links, or a person with the shared password. */
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

/**
 * Returns who sent a request: a named user who reads the reports, or a person with the shared password. Throws a 401 or
 * 403 problem for all others, also for scripts with a token.
 */
export async function linkMakerOf(c: Context, deps: ReaderSessions): Promise<LinkMaker> {
  const reader = await readerOfReports(c, deps)
  if (reader.kind === 'user') {
    const { id: userId, name, role } = reader.member
    return { userId, name, auditName: auditName(reader.member), seesAll: role === 'admin' }
  }
  if (reader.kind === 'none') throw reader.member ? wrongRole() : noUser()
  return { userId: null, name: null, auditName: reader.session.subject, seesAll: false }
}
