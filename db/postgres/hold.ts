import { Client } from 'pg'
import { StoreRefused } from '../store.ts'
import { databaseName } from './database-name.ts'
import { toStoreError } from './failure.ts'
import { appendLock } from './locks.ts'

/**
 * Keeps a database for one command: refuses while a service is connected to it, and lets nobody append until `release`.
 * To be called before the store is opened, whose own connections look like a service's.
 */
export async function holdDatabase(url: string): Promise<{ release: () => Promise<void> }> {
  const client = new Client({
    connectionString: url,
    application_name: 'formlotse-hold',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The copy that follows finds out for itself that the connection has gone.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ others: number; taken: boolean }>(
      `SELECT (SELECT count(*)::int FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'psql'
                 AND backend_type = 'client backend') AS others,
         pg_try_advisory_lock($1) AS taken`,
      [appendLock],
    )
    const { others, taken } = rows[0]!
    if (others > 0 || !taken) throw new StoreRefused(inUse(databaseName(url), others))
  } catch (error) {
    await client.end().catch(() => {})
    throw toStoreError(error)
  }
  return { release: () => client.end().catch(() => {}) }
}

function inUse(name: string, others: number): string {
  return (
    `the database ${name} is in use (${others} other ${others === 1 ? 'connection' : 'connections'}): ` +
    'stop the services that use it, all roles of them, and try again'
  )
}
