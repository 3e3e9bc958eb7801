import type { Pool } from 'pg'
import { StoreRefused } from '#db/ports/store.ts'

/**
 * Prefix of the connection names of this version. Earlier versions, which have no data keys, use `formlotse`,
 * `formlotse replicas` or `formlotse-hold`.
 */
const prefix = 'formlotse 2 '

/** Returns the name under which PostgreSQL lists a connection. */
export const applicationName = (purpose: 'store' | 'replicas' | 'wake-ups' | 'hold'): string =>
  prefix + purpose

/**
 * Throws `StoreRefused` if a process of a version without data keys is connected. Such a process could not read the
 * migrated tables.
 */
export async function refuseOlderProcesses(pool: Pool, database: string): Promise<void> {
  const { rows } = await pool.query<{ older: number }>(
    `SELECT count(*)::int AS older FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend'
       AND starts_with(application_name, 'formlotse') AND NOT starts_with(application_name, $1)`,
    [prefix],
  )
  const { older } = rows[0]!
  if (older === 0) return
  throw new StoreRefused(
    `the database ${database} has to be migrated while no process of an older version is connected, ` +
      `and ${older} ${older === 1 ? 'connection is' : 'connections are'} open: stop all of its services and commands, then start again`,
  )
}
