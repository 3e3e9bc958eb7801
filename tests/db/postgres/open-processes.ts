import { Client, Pool } from 'pg'
import { afterEach } from 'vitest'
import type { PostgresStoreOptions } from '#db/postgres/open.ts'
import type { Store } from '#db/ports/store.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { openStores } from './open-stores.ts'

/**
 * Returns a function that opens several stores on one new database, like several processes of the service. `pool` and
 * `session` give tests direct access to that database.
 */
export function postgresProcesses() {
  const databases = postgresDatabases()
  const openStore = openStores()
  const outside: (Client | Pool)[] = []
  afterEach(async () => {
    await Promise.all(outside.splice(0).map((one) => one.end()))
  })

  return async function open(count: number, over: Partial<PostgresStoreOptions> = {}) {
    const url = await databases.url()
    const pool = new Pool({ connectionString: url, max: 4 })
    // Ignores the errors that the pool emits if the database is dropped while its connections are still open.
    pool.on('error', () => {})
    outside.push(pool)
    const stores: Store[] = []
    while (stores.length < count) stores.push(await openStore(url, over))
    return {
      stores: stores as [Store, ...Store[]],
      pool,
      /** Opens a database session that can hold locks. It is closed after the test. */
      async session(): Promise<Client> {
        const client = new Client({ connectionString: url })
        outside.push(client)
        await client.connect()
        return client
      },
    }
  }
}

/** Resolves when a session of the database waits for a lock that another session holds. */
export async function untilLockWait(pool: Pool): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    if (Date.now() > deadline) throw new Error('no session waits for a lock')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
