import { existsSync } from 'node:fs'
import type { Store } from '#db/store.ts'
import { describeDatabase } from '../database-url.ts'
import { databaseOf, readEnv } from '../env.ts'
import { openStore } from '../open-store.ts'
import { readPiiKeyOf } from '../secrets.ts'
import { StartError } from '../start-error.ts'

/**
 * Opens the configured store beside a service that may be running.
 * Throws a StartError when there is no database file: a command-line tool makes neither one nor its keys.
 */
export async function openStoreForCommand(
  source: NodeJS.ProcessEnv,
): Promise<{ store: Store; place: string; dataFolder: string; piiKey: Uint8Array }> {
  const env = readEnv(source)
  const database = databaseOf(env)
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new StartError(
      `There is no database at ${database.file} yet. Check DATA_DIR and DATABASE_URL, or start the service.`,
    )
  const piiKey = readPiiKeyOf(env)
  const store = await openStore(database, {
    piiKey,
    service: false,
    // The calls that the command makes say what is wrong.
    onError: () => {},
  })
  return { store, place: describeDatabase(database), dataFolder: env.DATA_DIR, piiKey }
}
