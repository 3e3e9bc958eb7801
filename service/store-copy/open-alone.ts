import type { Store } from '#db/ports/store.ts'
import type { DatabaseAddress } from '#service/config/database-url.ts'

/**
 * Opens a store for exclusive use by one command. Until the store is closed, other processes cannot write to it. Throws
 * `StoreRefused` if a service is using the store.
 */
export async function openAlone(
  database: DatabaseAddress,
  piiKey: Uint8Array,
): Promise<{ store: Store; close: () => Promise<void> }> {
  if (database.engine === 'sqlite') {
    const { openSqliteStore } = await import('#db/sqlite/open.ts')
    const store = await openSqliteStore({ file: database.file, piiKey, exclusive: true })
    return { store, close: store.close }
  }
  const [{ reserveDatabase }, { openPostgresStore }] = await Promise.all([
    import('#db/postgres/process/reserve-database.ts'),
    import('#db/postgres/open.ts'),
  ])
  const held = await reserveDatabase(database.url)
  try {
    const store = await openPostgresStore({ url: database.url, piiKey, supervise: false, reserved: true })
    const close = async () => {
      await store.close()
      await held.release()
    }
    return { store, close }
  } catch (error) {
    await held.release()
    throw error
  }
}
