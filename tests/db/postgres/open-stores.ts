import { afterEach } from 'vitest'
import { type PostgresStoreOptions, openPostgresStore } from '#db/postgres/open.ts'
import type { Store } from '#db/store.ts'
import { piiKey } from '../contract/setup.ts'

/** Opens stores that are closed after the test; to be called after `postgresDatabases`, so that they go before their database. */
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
