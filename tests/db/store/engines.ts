import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Engine } from './store-contract.ts'
import { usePartitionsOf } from '#tests/db/postgres/partitions/small-partitions.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { withNewestSchema } from '#tests/speed/new-database.ts'

/** Returns the engine SQLite. Its databases are removed after the tests of the file. */
export function sqlite(): Engine {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-contract-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const fileOf = (database: string) => path.join(folder, `${database}.db`)
  return {
    name: 'SQLite',
    open: ({ database, piiKey, rangePositions }) =>
      openSqliteStore({
        file: withNewestSchema(fileOf(database)),
        piiKey,
        exclusive: false,
        ...(rangePositions !== undefined && { rangePositions }),
      }),
    changeRows: async (database, statements) => {
      const connection = new Database(fileOf(database), { fileMustExist: true })
      for (const statement of statements) connection.exec(statement)
      connection.close()
    },
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
    changeRows: async (database, statements) => {
      const client = new Client({ connectionString: await databases.url(database) })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    },
  }
}
