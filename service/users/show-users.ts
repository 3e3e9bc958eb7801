import type { AccessToken } from '#db/ports/staff/access-token-store.ts'
import type { UserSession } from '#db/ports/staff/user-store.ts'
import type { ListedUser, ShownSession, TokenScope } from '#domain/users/user-contract.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { StaffMember } from '#service/access/staff-member.ts'
import type { User } from './user-directory.ts'

const orNull = (time: number | null) => (time === null ? null : isoTime(time))

/** `current` is the public id of the session of the request. */
export function showSessions(sessions: readonly UserSession[], current: string): ShownSession[] {
  return sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    createdAt: isoTime(createdAt),
    lastUsedAt: isoTime(lastUsedAt),
    isCurrent: id === current,
  }))
}

interface Shown {
  users: readonly User[]
  sessions: readonly UserSession[]
  member: StaffMember
  now: number
}

export function showUsers({ users, sessions, member, now }: Shown): ListedUser[] {
  const byUser = Map.groupBy(sessions, ({ userId }) => userId)
  return users.map(({ id, name, email, role, state, createdAt, lastLoginAt, linkExpiresAt }) => ({
    id,
    name,
    email,
    role,
    state,
    createdAt: isoTime(createdAt),
    lastLoginAt: orNull(lastLoginAt),
    linkExpiresAt: linkExpiresAt !== null && linkExpiresAt > now ? isoTime(linkExpiresAt) : null,
    isSelf: id === member.id,
    sessions: showSessions(byUser.get(id) ?? [], member.session),
  }))
}

/** `by` is the name of the user who made the token. */
export function showToken(
  { id, name, scope, createdAt, expiresAt, lastUsedAt }: AccessToken,
  by: string | null,
) {
  return {
    id,
    name,
    scope: scope as TokenScope,
    by,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    lastUsedAt: orNull(lastUsedAt),
  }
}
