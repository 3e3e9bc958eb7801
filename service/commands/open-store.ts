import { existsSync } from 'node:fs'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/store.ts'
import { databasePath, readEnv } from '../env.ts'
import { readSecrets } from '../secrets.ts'
import { StartError } from '../start-error.ts'

/**
 * Opens the configured store beside a service that may be running.
 * Throws a StartError when there is no database: a command-line tool makes neither one nor its keys.
 */
export async function openStoreForCommand(
  source: NodeJS.ProcessEnv,
): Promise<{ store: Store; file: string; dataFolder: string }> {
  const env = readEnv(source)
  const file = databasePath(env)
  if (!existsSync(file))
    throw new StartError(
      `There is no database at ${file} yet. Check DATA_DIR and DATABASE_URL, or start the service.`,
    )
  const { piiKey } = readSecrets(env, file)
  const store = await openSqliteStore({ file, piiKey, exclusive: false })
  return { store, file, dataFolder: env.DATA_DIR }
}
