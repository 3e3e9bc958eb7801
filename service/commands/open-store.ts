import { existsSync } from 'node:fs'
import type { Store } from '#db/ports/store.ts'
import { describeDatabase } from '#service/config/database-url.ts'
import { archiveFolderOf, databaseOf, readEnv } from '#service/config/env.ts'
import { databaseTarget, refuseClearText } from '#service/config/network/clear-text.ts'
import { openStore } from '#service/open-store.ts'
import { createPrivateFiles } from '#service/process/private-files.ts'
import { readPiiKeyOf } from '#service/config/secrets.ts'
import { StartError } from '#service/config/start-error.ts'

export interface OpenedStore {
  store: Store
  /** Description of the database, without its password. */
  place: string
  dataFolder: string
  /** Folder of the archived ranges of the log. */
  archiveFolder: string
  piiKey: Uint8Array
}

/**
 * Opens the configured store, even while a service uses it. Throws a `StartError` if there is no database file, because
 * a command-line tool creates neither the database nor its keys.
 */
export async function openStoreForCommand(source: NodeJS.ProcessEnv): Promise<OpenedStore> {
  createPrivateFiles()
  const env = readEnv(source)
  const database = databaseOf(env)
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new StartError(
      `There is no database at ${database.file} yet. Check DATA_DIR and DATABASE_URL, or start the service.`,
    )
  await refuseClearText(await databaseTarget('DATABASE_URL', database), { allowed: env.ALLOW_CLEARTEXT })
  const piiKey = readPiiKeyOf(env)
  const store = await openStore(database, {
    piiKey,
    service: false,
    // `onError` receives only errors of background work, which do not matter to a command. Errors of the command itself
    // are thrown by the store's methods.
    onError: () => {},
  })
  return {
    store,
    place: describeDatabase(database),
    dataFolder: env.DATA_DIR,
    archiveFolder: archiveFolderOf(env),
    piiKey,
  }
}
