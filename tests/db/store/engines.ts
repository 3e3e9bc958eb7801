import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { OpenStore } from '#tests/db/contract/setup.ts'
import { usePartitionsOf } from '#tests/db/postgres/partitions/small-partitions.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { withNewestSchema } from '#tests/speed/new-database.ts'

interface Engine {
  name: string
  open: OpenStore
}

/** Returns the engine SQLite. Its databases are removed after the tests of the file. */
export function sqlite(): Engine {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-contract-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    name: 'SQLite',
    open: ({ database, piiKey, rangePositions }) =>
      openSqliteStore({
        file: withNewestSchema(path.join(folder, `${database}.db`)),
        piiKey,
        exclusive: false,
        ...(rangePositions !== undefined && { rangePositions }),
      }),
  }
}

/** Returns the engine PostgreSQL. Its databases are removed after each test. */
export function postgres(): Engine {
  const databases = postgresDatabases()
  const prepared = new Set<string>()
  return {
    name: 'PostgreSQL',
    open: async ({ database, piiKey, rangePositions }) => {
      const url = await databases.url(database)
      if (rangePositions === undefined) return openPostgresStore({ url, piiKey, supervise: true })
      if (!prepared.has(database)) await usePartitionsOf(url, rangePositions, 4)
      prepared.add(database)
      return openPostgresStore({ url, piiKey, supervise: true, rangePositions })
    },
  }
}
