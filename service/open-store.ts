import { createSingleProcess } from '#db/limits/single-process.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import type { DatabaseAddress } from '#service/config/database-url.ts'

export interface OpenStoreOptions {
  /** Key that encrypts personal data, 32 bytes. */
  piiKey: Uint8Array
  /** URLs of the standbys that answer reports, one per host. Ignored for SQLite. */
  standbyUrls?: readonly string[] | undefined
  /** True for the service. Command-line tools set false, because they may open a store that a service is using. */
  service: boolean
  /** Called with errors of the store's own background work. The work continues after an error. */
  onError: (error: unknown) => void
  /** Called with a risk of the database that the operator should know about. */
  onWarning?: (warning: string) => void
  /**
   * Called after each append. `seconds` is the time for which the append kept other processes from appending. Never
   * called for SQLite.
   */
  onLockHeld?: (seconds: number) => void
}

/**
 * Opens the database, and loads only the code of its engine. Throws `StoreRefused` if the database must not be used,
 * for example because it was created with another key. Throws `StoreUnavailable` if the database cannot be reached.
 */
export async function openStore(database: DatabaseAddress, options: OpenStoreOptions): Promise<Store> {
  const { standbyUrls, piiKey, service, onError, onWarning, onLockHeld } = options
  if (database.engine === 'sqlite') {
    const { openSqliteStore } = await import('#db/sqlite/open.ts')
    return openSqliteStore({
      file: database.file,
      piiKey,
      exclusive: service,
      onError,
      ...(onWarning && { onWarning }),
    })
  }
  const { openPostgresStore } = await import('#db/postgres/open.ts')
  return openPostgresStore({
    url: database.url,
    ...(standbyUrls && { standbyUrls }),
    piiKey,
    supervise: service,
    onError,
    ...(onWarning && { onWarning }),
    ...(onLockHeld && { onLockHeld }),
  })
}

/** Opens the coordination between the processes of the service. With SQLite, there is only one process. */
export async function openReplicas(
  database: DatabaseAddress,
  { piiKey, onError }: Pick<OpenStoreOptions, 'piiKey' | 'onError'>,
): Promise<Replicas> {
  if (database.engine === 'sqlite') return createSingleProcess()
  const replicas = await import('#db/postgres/replicas/replicas.ts')
  return replicas.openReplicas({ url: database.url, piiKey, onError })
}
