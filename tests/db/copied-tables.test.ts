import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copiedTables, tableOf } from '#db/ports/copy-store.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { piiKey } from '#tests/db/contract/setup.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()

/**
 * Tables that are not copied: they are derived from the log, specific to one engine, short-lived, or copied through
 * another port. Each new table must be listed either here or among the copied tables.
 */
const notCopied = new Set([
  '__drizzle_migrations',
  'settings',
  'generations',
  'runs',
  'orders',
  'segments',
  'measures',
  'drop_off',
  'counted_days',
  'attribution',
  'report_keys',
  'acknowledgements',
  'outbox_counts',
  'uploads',
  'upload_parts',
  'sessions',
  'user_sessions',
  'handovers',
])

/** Columns that only some engines have. They are derived from the other columns of their table. */
const derived: Record<string, string[]> = {
  data_keys: ['id', 'part'],
  email_hmacs: ['part'],
  name_hmacs: ['id', 'part'],
}

type Columns = Record<string, string[]>

function columnsBy(rows: { table: string; column: string }[]): Columns {
  const tables = Map.groupBy(rows, ({ table }) => table)
  return Object.fromEntries(
    [...tables].map(([table, columns]) => [table, columns.map(({ column }) => column)]),
  )
}

async function sqliteColumns(): Promise<Columns> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-tables-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'formlotse.db')
  await (await openSqliteStore({ file, piiKey, exclusive: true })).close()
  const sqlite = new Database(file, { readonly: true })
  const rows = sqlite
    .prepare<[], { table: string; column: string }>(
      `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m, pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`,
    )
    .all()
  sqlite.close()
  return columnsBy(rows)
}

async function postgresColumns(): Promise<Columns> {
  const client = new Client({ connectionString: await databases.url() })
  await client.connect()
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name !~ '_[0-9]+$' ORDER BY table_name, ordinal_position`,
  )
  await client.end()
  return columnsBy(rows)
}

test.each([
  ['SQLite', sqliteColumns],
  ['PostgreSQL', postgresColumns],
])('every table and column of %s is copied or listed as not copied', async (_, read) => {
  const columns = await read()
  expect(
    Object.keys(columns)
      .filter((table) => !notCopied.has(table))
      .toSorted(),
  ).toEqual(copiedTables.toSorted())
  for (const table of copiedTables)
    expect(Object.keys(tableOf(table).columns).toSorted(), table).toEqual(
      columns[table]!.filter((column) => !derived[table]?.includes(column)).toSorted(),
    )
})
