import { afterEach } from 'vitest'
import { type PostgresStoreOptions, openPostgresStore } from '#db/postgres/open.ts'
import type { Store } from '#db/ports/store.ts'
import { piiKey } from '#tests/db/contract/setup.ts'

/**
 * Returns a function that opens stores and closes them after the test. Call `openStores` after `postgresDatabases`, so
 * that the stores are closed before their databases are dropped.
 */
export function openStores() {
  const stores: Store[] = []
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
  })
  return async (url: string, over: Partial<PostgresStoreOptions> = {}): Promise<Store> => {
    const store = await openPostgresStore({ url, piiKey, supervise: false, ...over })
    stores.push(store)
    return store
  }
}
