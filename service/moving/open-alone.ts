import type { Store } from '#db/store.ts'
import type { DatabaseAddress } from '../database-url.ts'

/**
 * Opens a store for one command alone: throws `StoreRefused` when a service uses it, and keeps others from writing until
 * it is closed.
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
  const [{ holdDatabase }, { openPostgresStore }] = await Promise.all([
    import('#db/postgres/hold.ts'),
    import('#db/postgres/open.ts'),
  ])
  const held = await holdDatabase(database.url)
  try {
    const store = await openPostgresStore({ url: database.url, piiKey, supervise: false })
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
