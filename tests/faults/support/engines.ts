import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/ports/store.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { allVariants } from '#tests/variants.ts'
import { piiKey, secrets } from './secrets.ts'

/** A separate database for one test. */
export interface Database {
  /** Environment variables with which a service uses this database. */
  env: Record<string, string>
  /** Opens the database for the test. This is possible even while a service uses it. */
  open: () => Promise<Store>
}

export interface Engine {
  name: string
  /** How often `killed.test.ts` kills the service while clients send events, and while it starts. */
  kills: { underLoad: number; whileStarting: number }
  create: (folder: string) => Promise<Database>
}

const sqlite: Engine = {
  name: 'SQLite',
  kills: allVariants ? { underLoad: 20, whileStarting: 4 } : { underLoad: 5, whileStarting: 1 },
  create: async (folder) => {
    const file = path.join(folder, 'data', 'formlotse.db')
    return {
      env: { DATA_DIR: path.dirname(file), DATABASE_URL: `file:${file}`, ...secrets },
      open: () => {
        // Usually the service creates this folder, but a test may open the database before it starts a service.
        mkdirSync(path.dirname(file), { recursive: true })
        return openSqliteStore({ file, piiKey, exclusive: false })
      },
    }
  },
}

// The databases are kept until the end of the test file, because some tests of a file share a service.
const databases = postgresDatabases('file')

const postgres: Engine = {
  name: 'PostgreSQL',
  // There are fewer kills than with SQLite, because PostgreSQL itself is not killed.
  kills: allVariants ? { underLoad: 8, whileStarting: 2 } : { underLoad: 3, whileStarting: 1 },
  create: async (folder) => {
    const url = await databases.url(folder)
    return {
      env: { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: url, ...secrets },
      open: () => openPostgresStore({ url, piiKey, supervise: false }),
    }
  },
}

export const engines: readonly Engine[] = [sqlite, postgres]

/**
 * Engines of the slowest tests: both in `npm run test:faults`, only SQLite in `npm test`. What they kill or make fail is
 * mostly the same code on both engines. The operational log, which records alerts and annotations, has its own statements
 * on PostgreSQL: `npm test` tests them in `tests/db/contract/log/operational-events.ts`, without kills. `killed.test.ts`
 * kills the commits of events on both engines.
 */
export const slowEngines: readonly Engine[] = allVariants ? engines : [sqlite]
