import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/store.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { piiKey, secrets } from './secrets.ts'

/** A database of its own for one test. */
export interface Database {
  /** What the service needs to use it. */
  env: Record<string, string>
  /** Opens the store beside a service that may be running. */
  open: () => Promise<Store>
}

/** An engine that the service can be run on. */
export interface Engine {
  name: string
  /** How often a service on it is killed under load, and while it starts. */
  kills: { underLoad: number; whileStarting: number }
  create: (folder: string) => Promise<Database>
}

const sqlite: Engine = {
  name: 'SQLite',
  kills: { underLoad: 20, whileStarting: 4 },
  create: async (folder) => {
    const file = path.join(folder, 'data', 'formlotse.db')
    return {
      env: { DATA_DIR: path.dirname(file), DATABASE_URL: `file:${file}`, ...secrets },
      open: () => {
        // The service makes it; here a test may come before it.
        mkdirSync(path.dirname(file), { recursive: true })
        return openSqliteStore({ file, piiKey, exclusive: false })
      },
    }
  },
}

// Some tests of a file share a service, so its database stays as long.
const databases = postgresDatabases('file')

const postgres: Engine = {
  name: 'PostgreSQL',
  // Fewer: what a kill can break is in the service's processes as on SQLite, and PostgreSQL itself goes on.
  kills: { underLoad: 8, whileStarting: 2 },
  create: async (folder) => {
    const url = await databases.url(folder)
    return {
      env: { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: url, ...secrets },
      open: () => openPostgresStore({ url, piiKey, supervise: false }),
    }
  },
}

export const engines: readonly Engine[] = [sqlite, postgres]
