import type { FoundUserSession, NewUserSession, UserSession } from '#db/ports/staff/user-store.ts'
import { type QueryPlan, allOf, rowsOf, sql } from '#db/reads/query-plan.ts'

// The methods of `UserSessionStore` for both engines.

const session = sql`s.id, s.user_id AS "userId", s.device, s.created_at AS "createdAt", s.expires_at AS "expiresAt",
  s.last_used_at AS "lastUsedAt"`

/** A session ends when the version of its user changes, also if its row is not removed yet. */
const valid = (now: number) =>
  sql`u.id = s.user_id AND u.state = 'active' AND u.version = s.version AND s.expires_at > ${now}`

export const userSessionReads = {
  *find(hash: string, now: number): QueryPlan<FoundUserSession | undefined> {
    const [found] = yield* rowsOf<FoundUserSession>(
      sql`SELECT ${session}, u.sealed, u.role FROM user_sessions s, users u WHERE s.hash = ${hash} AND ${valid(now)}`,
    )
    return found
  },
  list({ userId, now }: { userId?: string; now: number }): QueryPlan<UserSession[]> {
    const conditions = [valid(now), ...(userId === undefined ? [] : [sql`s.user_id = ${userId}`])]
    return rowsOf<UserSession>(sql`SELECT ${session} FROM user_sessions s, users u
      WHERE ${allOf(conditions)} ORDER BY s.last_used_at DESC, s.id`)
  },
}

export const userSessionWrites = {
  *begin(begun: NewUserSession, limit: number): QueryPlan<boolean> {
    const { id, hash, userId, version, device, createdAt, expiresAt } = begun
    yield* rowsOf(sql`DELETE FROM user_sessions WHERE expires_at <= ${createdAt} RETURNING id`)
    const added = yield* rowsOf(sql`INSERT INTO user_sessions
        (id, hash, user_id, version, device, created_at, expires_at, last_used_at)
      SELECT ${id}, ${hash}, id, version, ${device}, ${createdAt}, ${expiresAt}, ${createdAt}
      FROM users WHERE id = ${userId} AND state = 'active' AND version = ${version} RETURNING id`)
    if (added.length === 0) return false
    yield* rowsOf(sql`UPDATE users SET last_login_at = ${createdAt} WHERE id = ${userId} RETURNING id`)
    const kept = sql`SELECT id FROM user_sessions WHERE user_id = ${userId} AND id <> ${id}
      ORDER BY last_used_at DESC, id LIMIT ${limit - 1}`
    yield* rowsOf(sql`DELETE FROM user_sessions
      WHERE user_id = ${userId} AND id <> ${id} AND id NOT IN (${kept}) RETURNING id`)
    return true
  },
  *touch(hash: string, at: number): QueryPlan<void> {
    yield* rowsOf(sql`UPDATE user_sessions SET last_used_at = ${at}
      WHERE hash = ${hash} AND last_used_at < ${at} RETURNING id`)
  },
  *end({ id, userId }: { id: string; userId?: string }): QueryPlan<boolean> {
    const owner = userId === undefined ? sql`` : sql`AND user_id = ${userId}`
    return (yield* rowsOf(sql`DELETE FROM user_sessions WHERE id = ${id} ${owner} RETURNING id`)).length > 0
  },
  *endOthers(userId: string, except = ''): QueryPlan<number> {
    return (yield* rowsOf(
      sql`DELETE FROM user_sessions WHERE user_id = ${userId} AND id <> ${except} RETURNING id`,
    )).length
  },
}
