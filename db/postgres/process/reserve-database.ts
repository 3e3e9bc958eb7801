import { StoreRefused } from '#db/ports/store.ts'
import { databaseName } from '#db/postgres/hosts/host-urls.ts'
import { applicationName } from '#db/postgres/hosts/application-name.ts'
import { toStoreError } from '#db/postgres/connection/failure.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { createClient } from '#db/postgres/hosts/connect.ts'

/**
 * Reserves a database for one command. Throws if a service or another command is connected, and blocks all appends
 * until `release`. Must be called before the store is opened. Otherwise the connections of the store would look like
 * those of a service.
 */
export async function reserveDatabase(url: string): Promise<{ release: () => Promise<void> }> {
  const client = createClient({
    connectionString: url,
    application_name: applicationName('hold'),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Without this listener, a lost connection would end the process with an `error` event. `db-copy`, the command that
  // needs the reservation, detects lost connections by the failure of its queries.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ others: number; locked: boolean }>(
      `SELECT (SELECT count(*)::int FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()
                 AND application_name NOT IN ('psql', $2)
                 AND backend_type = 'client backend') AS others,
         pg_try_advisory_lock($1) AS locked`,
      // This command itself watches the hosts, if there are several. A service has further connections.
      [appendLock, applicationName('watch')],
    )
    const { others, locked } = rows[0]!
    if (others > 0 || !locked) throw new StoreRefused(inUse(databaseName(url), others))
  } catch (error) {
    await client.end().catch(() => {})
    throw toStoreError(error)
  }
  return { release: () => client.end().catch(() => {}) }
}

function inUse(name: string, others: number): string {
  return (
    `the database ${name} is in use (${others} other ${others === 1 ? 'connection' : 'connections'}): ` +
    'stop all services that use it, in every role, and try again'
  )
}
