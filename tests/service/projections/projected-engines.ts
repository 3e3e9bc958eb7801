import { openPostgresStore } from '#db/postgres/open.ts'
import { usePartitionsOf } from '#tests/db/postgres/partitions/small-partitions.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type OpenProjected, type ProjectedStore, openProjectedStore, projecting } from './projected-store.ts'

const piiKey = Buffer.alloc(32, 7)

/** Number of small partitions of a log with `rangePositions`. */
const partitions = 20

async function openOnPostgres(url: string, options: OpenProjected): Promise<ProjectedStore> {
  const { rangePositions } = options
  if (rangePositions !== undefined) await usePartitionsOf(url, rangePositions, partitions)
  const store = await openPostgresStore({ url, piiKey, supervise: false, ...options })
  return {
    ...projecting(store),
    env: { DATABASE_URL: url, PII_KEY: piiKey.toString('base64'), DATA_DIR: '/nonexistent' },
    close: () => store.close(),
  }
}

interface ProjectedEngine {
  name: string
  open: (options?: OpenProjected) => Promise<ProjectedStore>
}

/**
 * Returns the database engines for `describe.each`, each with a function that opens a store. The databases are removed
 * after each test, or at the end of the test file.
 */
export function projectedEngines(lasting: 'test' | 'file' = 'test'): readonly ProjectedEngine[] {
  const databases = postgresDatabases(lasting)
  return [
    { name: 'SQLite', open: openProjectedStore },
    { name: 'PostgreSQL', open: async (options = {}) => openOnPostgres(await databases.url(), options) },
  ]
}
