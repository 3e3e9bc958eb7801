import type { Context } from 'hono'
import type { Role } from '#domain/users/user-contract.ts'

/** A named user who is logged in. */
export interface StaffMember {
  id: string
  name: string
  email: string
  role: Role
  /** Public id of the session. */
  session: string
  /** End of the session, in ms since the epoch. */
  expiresAt: number
}

/** A user whose session has just ended. */
export interface EndedMember extends StaffMember {
  /** True if the session began by a login at the provider of OpenID Connect. */
  viaProvider: boolean
}

/** Sessions of named users, as the routes of reports and of the operators' page use them. */
export interface StaffSessions {
  /** Returns the user of the request. Throws a 429 problem if the client sent too many unknown cookies. */
  find(c: Context): Promise<StaffMember | undefined>
  /** Ends the session of the request; returns the user, or undefined if there was none. */
  end(c: Context): Promise<EndedMember | undefined>
}

/**
 * Returns how the audit names a user: by the name and the start of the id. People who share a password type their names,
 * but they cannot type the dot between the two.
 */
export function auditName({ id, name }: Pick<StaffMember, 'id' | 'name'>): string {
  return `${name} · ${id.slice(0, 8)}`
}
