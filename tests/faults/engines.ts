import path from 'node:path'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/store.ts'

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
  create: (folder: string) => Promise<Database>
}

export const piiKey = Buffer.alloc(32, 7)
export const reportsToken = 'reports-token-of-the-tests'
export const webhookSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

const secrets = {
  PII_KEY: piiKey.toString('base64'),
  REPORTS_TOKEN: reportsToken,
  WEBHOOK_SECRET: webhookSecret,
}

const sqlite: Engine = {
  name: 'SQLite',
  create: async (folder) => {
    const file = path.join(folder, 'data', 'formlotse.db')
    return {
      env: { DATA_DIR: path.dirname(file), DATABASE_URL: `file:${file}`, ...secrets },
      open: () => openSqliteStore({ file, piiKey, exclusive: false }),
    }
  },
}

export const engines: readonly Engine[] = [sqlite]
