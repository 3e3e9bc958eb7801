import type { AccessToken, NewAccessToken } from '#db/ports/staff/access-token-store.ts'
import { type QueryPlan, rowsOf, sql } from '#db/reads/query-plan.ts'
import { readsReports } from './users.ts'

// The methods of `AccessTokenStore` for both engines.

const token = sql`id, kind, name, scope, user_id AS "userId", created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt"`

export const accessTokenReads = {
  *find(hash: string, now: number): QueryPlan<AccessToken | undefined> {
    const [found] = yield* rowsOf<AccessToken>(
      sql`SELECT ${token} FROM access_tokens WHERE hash = ${hash} AND expires_at > ${now}`,
    )
    return found
  },
  list: (now: number) =>
    rowsOf<AccessToken>(
      sql`SELECT ${token} FROM access_tokens WHERE expires_at > ${now} ORDER BY created_at DESC, id`,
    ),
}

export const accessTokenWrites = {
  *add(added: NewAccessToken, limit: number): QueryPlan<boolean> {
    const { id, hash, kind, name, scope, userId, createdAt, expiresAt } = added
    if (kind === 'link' && !(yield* readsReports(userId))) return false
    yield* rowsOf(sql`DELETE FROM access_tokens WHERE expires_at <= ${createdAt} RETURNING id`)
    const own = kind === 'link' ? sql`AND coalesce(user_id, '') = ${userId ?? ''}` : sql``
    const known = yield* rowsOf(sql`SELECT id FROM access_tokens WHERE kind = ${kind} ${own} LIMIT ${limit}`)
    if (known.length >= limit) return false
    yield* rowsOf(sql`INSERT INTO access_tokens (id, hash, kind, name, scope, user_id, created_at, expires_at)
      VALUES (${id}, ${hash}, ${kind}, ${name}, ${scope}, ${userId}, ${createdAt}, ${expiresAt}) RETURNING id`)
    return true
  },
  *touch(id: string, at: number): QueryPlan<void> {
    yield* rowsOf(sql`UPDATE access_tokens SET last_used_at = ${at}
      WHERE id = ${id} AND coalesce(last_used_at, 0) < ${at} RETURNING id`)
  },
  *end(id: string): QueryPlan<AccessToken | undefined> {
    const [ended] = yield* rowsOf<AccessToken>(
      sql`DELETE FROM access_tokens WHERE id = ${id} RETURNING ${token}`,
    )
    return ended
  },
}
