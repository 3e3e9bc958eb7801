import { Pool } from 'pg'
import { afterEach } from 'vitest'
import { type PostgresStoreOptions, openPostgresStore } from '#db/postgres/open.ts'
import type { Store } from '#db/store.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { piiKey } from '../contract/setup.ts'

/** Stores over one database, as several processes have them, and a pool to look and to interfere from outside. */
export function postgresProcesses() {
  const databases = postgresDatabases()
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()))
  })

  return async function open(count: number, options: Partial<PostgresStoreOptions> = {}) {
    const url = await databases.url()
    const pool = new Pool({ connectionString: url, max: 4 })
    // Its connections may still be on their way out when the database is dropped.
    pool.on('error', () => {})
    closing.push(() => pool.end())
    // One after the other: only the first one finds the queue's tables missing.
    const stores: Store[] = []
    while (stores.length < count) {
      const store = await openPostgresStore({ url, piiKey, supervise: false, ...options })
      closing.push(() => store.close())
      stores.push(store)
    }
    return { url, pool, stores: stores as [Store, ...Store[]] }
  }
}

/** Resolves when a session of the database waits for a lock of another one. */
export async function untilSomebodyWaits(pool: Pool): Promise<void> {
  const giveUpAt = Date.now() + 10_000
  for (;;) {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    if (Date.now() > giveUpAt) throw new Error('nobody waits for a lock')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
