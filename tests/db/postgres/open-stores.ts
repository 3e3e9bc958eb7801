import { afterEach } from 'vitest'
import { type PostgresStoreOptions, openPostgresStore } from '#db/postgres/open.ts'
import type { Store } from '#db/ports/store.ts'
import { piiKey } from '#tests/db/contract/setup.ts'

/** Opens stores that are closed after the test. Call it after `postgresDatabases`, so that they are closed first. */
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
