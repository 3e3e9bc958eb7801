import type {
  BindIdentity,
  NewUser,
  OneTimeLink,
  SetPassword,
  StoredUser,
  UserChange,
} from '#db/ports/staff/user-store.ts'
import { type QueryPlan, type Sql, rowsOf, sql } from '#db/reads/query-plan.ts'

// The methods of `UserStore` for both engines. Writes are serialised, so a check and the change after it are one step.

const user = sql`id, sealed, role, state, password_hash AS "passwordHash", version, created_at AS "createdAt",
  last_login_at AS "lastLoginAt", link_expires_at AS "linkExpiresAt"`

function* one(condition: Sql): QueryPlan<StoredUser | undefined> {
  const [found] = yield* rowsOf<StoredUser>(sql`SELECT ${user} FROM users WHERE ${condition}`)
  return found
}

function* exists(query: Sql): QueryPlan<boolean> {
  return (yield* rowsOf<object>(query)).length > 0
}

function* sharedAccess(): QueryPlan<boolean> {
  return !(yield* exists(sql`SELECT name FROM access_settings WHERE name = 'shared' AND value = 'off'`))
}

/** Whether an admin other than `except` can log in with a password. */
const hasAdmin = (except = '') =>
  exists(
    sql`SELECT id FROM users
      WHERE role = 'admin' AND state = 'active' AND password_hash IS NOT NULL AND id <> ${except} LIMIT 1`,
  )

type Changed = 'changed' | 'unknown' | 'last-admin'

function* refusal(id: string, keepsAdmin: boolean): QueryPlan<Exclude<Changed, 'changed'> | undefined> {
  const found = yield* one(sql`id = ${id}`)
  if (!found) return 'unknown'
  if (keepsAdmin || (yield* sharedAccess()) || (yield* hasAdmin(id))) return undefined
  return found.role === 'admin' && found.state === 'active' ? 'last-admin' : undefined
}

const endTokens = (userId: string) =>
  rowsOf(sql`DELETE FROM access_tokens WHERE user_id = ${userId} RETURNING id`)

/** Ends the tokens of scripts that a user made, which only admins may do. */
const endScripts = (userId: string) =>
  rowsOf(sql`DELETE FROM access_tokens WHERE kind = 'script' AND user_id = ${userId} RETURNING id`)

/** Ends the links of a user, or those that were made with a shared password. */
const endLinks = (userId: string | null) =>
  rowsOf(sql`DELETE FROM access_tokens
    WHERE kind = 'link' AND coalesce(user_id, '') = ${userId ?? ''} RETURNING id`)

/** Whether a user reads the reports now; null stands for the people who share a password. */
export function* readsReports(userId: string | null): QueryPlan<boolean> {
  if (userId === null) return yield* sharedAccess()
  return yield* exists(
    sql`SELECT id FROM users WHERE id = ${userId} AND state = 'active' AND role <> 'operator'`,
  )
}

const reportsCredential = 'reports-credential'

const setSetting = (name: string, value: string) =>
  rowsOf(sql`INSERT INTO access_settings (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING name`)

export const userReads = {
  list: () => rowsOf<StoredUser>(sql`SELECT ${user} FROM users ORDER BY created_at, id`),
  find: (id: string) => one(sql`id = ${id}`),
  findByEmail: (emailHash: string) => one(sql`email_hash = ${emailHash}`),
  findByIdentity: (identityHash: string) => one(sql`identity_hash = ${identityHash}`),
  findByLink: (hash: string, now: number) =>
    one(sql`link_hash = ${hash} AND link_expires_at > ${now} AND state <> 'deactivated'`),
  sharedAccess,
}

export const userWrites = {
  add: ({ id, emailHash, sealed, role, createdAt }: NewUser) =>
    exists(sql`INSERT INTO users (id, email_hash, sealed, role, state, version, created_at)
      VALUES (${id}, ${emailHash}, ${sealed}, ${role}, 'invited', 1, ${createdAt})
      ON CONFLICT DO NOTHING RETURNING id`),
  setLink: (id: string, { hash, expiresAt }: OneTimeLink) =>
    exists(sql`UPDATE users SET link_hash = ${hash}, link_expires_at = ${expiresAt}
      WHERE id = ${id} AND state <> 'deactivated' RETURNING id`),
  *change(id: string, { role, state }: UserChange): QueryPlan<Changed> {
    const refused = yield* refusal(id, state !== 'deactivated' && (role ?? 'admin') === 'admin')
    if (refused) return refused
    const isInvited = yield* exists(sql`SELECT id FROM users WHERE id = ${id} AND state = 'invited'`)
    const changes = [
      sql`version = version + 1`,
      ...(isInvited && state === undefined ? [] : [sql`link_hash = NULL, link_expires_at = NULL`]),
      ...(role ? [sql`role = ${role}`] : []),
      ...(state === 'deactivated' ? [sql`state = 'deactivated'`] : []),
      ...(state === 'active'
        ? [
            sql`state = CASE
          WHEN password_hash IS NULL AND identity_hash IS NULL THEN 'invited' ELSE 'active' END`,
          ]
        : []),
    ]
    yield* rowsOf(sql`UPDATE users SET ${sql.join(changes, sql`, `)} WHERE id = ${id} RETURNING id`)
    yield* rowsOf(sql`DELETE FROM user_sessions WHERE user_id = ${id} RETURNING id`)
    if (state === 'deactivated') yield* endTokens(id)
    if (role !== undefined && role !== 'admin') yield* endScripts(id)
    if (role === 'operator') yield* endLinks(id)
    return 'changed'
  },
  *setPassword({ id, passwordHash, linkHash, version, now }: SetPassword): QueryPlan<boolean> {
    const link =
      linkHash === undefined ? sql`` : sql`AND link_hash = ${linkHash} AND link_expires_at > ${now}`
    const same = version === undefined ? sql`` : sql`AND version = ${version}`
    const isSet = yield* exists(sql`UPDATE users SET password_hash = ${passwordHash}, state = 'active',
        version = version + 1, link_hash = NULL, link_expires_at = NULL
      WHERE id = ${id} AND state <> 'deactivated' ${link} ${same} RETURNING id`)
    if (isSet) yield* rowsOf(sql`DELETE FROM user_sessions WHERE user_id = ${id} RETURNING id`)
    return isSet
  },
  *bindIdentity({ id, identityHash, version }: BindIdentity): QueryPlan<boolean> {
    if (yield* one(sql`identity_hash = ${identityHash}`)) return false
    const isBound = yield* exists(sql`UPDATE users SET identity_hash = ${identityHash}, state = 'active',
        version = version + 1, link_hash = NULL, link_expires_at = NULL
      WHERE id = ${id} AND version = ${version} AND state <> 'deactivated' AND identity_hash IS NULL RETURNING id`)
    if (isBound) yield* rowsOf(sql`DELETE FROM user_sessions WHERE user_id = ${id} RETURNING id`)
    return isBound
  },
  *remove(id: string): QueryPlan<Changed> {
    const refused = yield* refusal(id, false)
    if (refused) return refused
    yield* rowsOf(sql`DELETE FROM user_sessions WHERE user_id = ${id} RETURNING id`)
    yield* endTokens(id)
    yield* rowsOf(sql`DELETE FROM saved_views WHERE user_id = ${id} RETURNING id`)
    yield* rowsOf(sql`DELETE FROM users WHERE id = ${id} RETURNING id`)
    return 'changed'
  },
  *setSharedAccess(on: boolean): QueryPlan<boolean> {
    if (!on && !(yield* hasAdmin())) return false
    // Another process may have opened one in the seconds until it noticed, so turning on removes them too.
    if (!on || !(yield* sharedAccess())) yield* rowsOf(sql`DELETE FROM sessions RETURNING id`)
    if (!on) yield* endLinks(null)
    yield* setSetting('shared', on ? 'on' : 'off')
    return true
  },
  *keepReportsCredential(credential: string): QueryPlan<number> {
    const [kept] = yield* rowsOf<{ value: string }>(
      sql`SELECT value FROM access_settings WHERE name = ${reportsCredential}`,
    )
    if (kept?.value === credential) return 0
    const ended = kept ? yield* endLinks(null) : []
    yield* setSetting(reportsCredential, credential)
    return ended.length
  },
}
