import { openPostgresStore } from '#db/postgres/open.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type ProjectedStore, openProjectedStore, projecting } from './projected-store.ts'

const databases = postgresDatabases()
const piiKey = Buffer.alloc(32, 7)

async function openOnPostgres(): Promise<ProjectedStore> {
  const url = await databases.url()
  const store = await openPostgresStore({ url, piiKey, supervise: false })
  return {
    ...projecting(store),
    env: { DATABASE_URL: url, PII_KEY: piiKey.toString('base64'), DATA_DIR: '/nonexistent' },
    close: () => store.close(),
  }
}

/** The database engines for `describe.each`, each with a function that opens a store. */
export const projectedEngines: readonly { name: string; open: () => Promise<ProjectedStore> }[] = [
  { name: 'SQLite', open: openProjectedStore },
  { name: 'PostgreSQL', open: openOnPostgres },
]
