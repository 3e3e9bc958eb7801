import path from 'node:path'
import { Client } from 'pg'
import { readMigrationFiles } from '#db/postgres/connection/drizzle.ts'

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../migrations/postgres')

/** Number of migrations of the last version that did not divide the log into partitions. */
export const beforePartitions = 33

/**
 * Applies and records the migrations up to the number `count` that a database lacks, as an earlier version has done.
 * Returns the messages of the server.
 */
export async function applyMigrations(url: string, count: number): Promise<(string | undefined)[]> {
  const client = new Client({ connectionString: url })
  const notices: (string | undefined)[] = []
  client.on('notice', ({ message }) => notices.push(message))
  await client.connect()
  await client.query(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, hash text NOT NULL, created_at bigint NOT NULL)',
  )
  const { rowCount: done } = await client.query('SELECT FROM __drizzle_migrations')
  const migrations = readMigrationFiles({ migrationsFolder }).slice(done ?? 0, count)
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query('INSERT INTO __drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
  await client.end()
  return notices
}
