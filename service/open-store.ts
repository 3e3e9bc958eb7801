import { createAlone } from '#db/alone.ts'
import type { Replicas } from '#db/replicas.ts'
import type { Store } from '#db/store.ts'
import type { DatabaseAddress } from './database-url.ts'

export interface OpenStoreOptions {
  /** 32 bytes. */
  piiKey: Uint8Array
  /** For the service; command-line tools open beside one that may be running. */
  service: boolean
  /** Told what goes wrong in the store's own background work, which goes on by itself. */
  onError: (error: unknown) => void
  /** Told for how many seconds an append kept those of other processes waiting, where there can be any. */
  onLockHeld?: (seconds: number) => void
}

/** Opens the engine that the address names, and loads no code of the other one. Throws `StoreRefused` and `StoreUnavailable`. */
export async function openStore(database: DatabaseAddress, options: OpenStoreOptions): Promise<Store> {
  const { piiKey, service, onError, onLockHeld } = options
  if (database.engine === 'sqlite') {
    const { openSqliteStore } = await import('#db/sqlite/open.ts')
    return openSqliteStore({ file: database.file, piiKey, exclusive: service })
  }
  const { openPostgresStore } = await import('#db/postgres/open.ts')
  return openPostgresStore({
    url: database.url,
    piiKey,
    supervise: service,
    onError,
    ...(onLockHeld && { onLockHeld }),
  })
}

/** What the processes of the service agree on; with SQLite there is only one. */
export async function openReplicas(database: DatabaseAddress, piiKey: Uint8Array): Promise<Replicas> {
  if (database.engine === 'sqlite') return createAlone()
  const replicas = await import('#db/postgres/replicas.ts')
  return replicas.openReplicas({ url: database.url, piiKey })
}
