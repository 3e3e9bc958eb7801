import type { ClientBase, Pool } from 'pg'
import { StoreRefused } from '#db/ports/store.ts'

/**
 * Prefix of the connection names of this version. It begins with that of the version before, which would otherwise take this
 * one for an earlier version without operational events.
 */
const prefix = 'formlotse 3 4 '

/**
 * Prefixes by what the versions know. Versions before data keys use `formlotse`, `formlotse replicas` or
 * `formlotse-hold`. Those before operational events use `formlotse 2 ` and what follows, those before archived ranges
 * `formlotse 3 `.
 */
const knowing = {
  dataKeys: ['formlotse 2 ', 'formlotse 3 '],
  operationalEvents: ['formlotse 3 '],
  archivedRanges: [prefix],
}

/** Returns the name under which PostgreSQL lists a connection. */
export const applicationName = (purpose: 'store' | 'replicas' | 'wake-ups' | 'hold' | 'watch'): string =>
  prefix + purpose

/** Returns the number of connections of processes whose version does not know one of these. */
export async function countOlderConnections(
  client: Pick<ClientBase, 'query'>,
  what: keyof typeof knowing = 'operationalEvents',
): Promise<number> {
  const { rows } = await client.query<{ older: number }>(
    `SELECT count(*)::int AS older FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend'
       AND starts_with(application_name, 'formlotse')
       AND NOT EXISTS (SELECT FROM unnest($1::text[]) AS known WHERE starts_with(application_name, known))`,
    [knowing[what]],
  )
  return rows[0]!.older
}

/**
 * Throws `StoreRefused` if a process of a version without data keys is connected. Such a process could not read the
 * migrated tables.
 */
export async function refuseOlderProcesses(pool: Pool, database: string): Promise<void> {
  const older = await countOlderConnections(pool, 'dataKeys')
  if (older === 0) return
  throw new StoreRefused(
    `the database ${database} has to be migrated while no process of an older version is connected, ` +
      `and ${older} ${older === 1 ? 'connection is' : 'connections are'} open: stop all of its services and commands, then start again`,
  )
}
