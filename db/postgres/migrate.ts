import path from 'node:path'
import type { Pool } from 'pg'
import { StoreRefused } from '../store.ts'
import { databaseName } from './database-name.ts'
import { readMigrationFiles } from './drizzle.ts'
import { migrationLock } from './locks.ts'
import { withMaintenance } from './maintenance.ts'
import { transaction } from './transaction.ts'

const folder = path.resolve(import.meta.dirname, '../../migrations/postgres')

/**
 * Brings the database to the newest schema in one transaction under a lock, so that processes that start at once take
 * turns. Others may go on using the database: a migration only adds.
 */
export function migrate(url: string): Promise<void> {
  return withMaintenance(url, (pool) => applyNew(pool, databaseName(url)))
}

function applyNew(pool: Pool, database: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  return transaction(pool, async (tx) => {
    // The process before this one may have much to migrate. A change of a table waits for its users only shortly,
    // because whoever comes behind it would wait too.
    tx.send({ text: `SET LOCAL lock_timeout = '10min'` })
    tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [migrationLock] })
    tx.send({ text: `SET LOCAL lock_timeout = '5s'` })
    tx.send({
      text: `CREATE TABLE IF NOT EXISTS __drizzle_migrations
        (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, hash text NOT NULL, created_at bigint NOT NULL)`,
    })
    const { rows: done } = await tx.query<{ hash: string }>(
      'SELECT hash FROM __drizzle_migrations ORDER BY id',
    )
    refuseOtherHistory(database, done, migrations)
    for (const { sql, hash, folderMillis } of migrations.slice(done.length)) {
      for (const text of sql) await tx.query(text)
      await tx.query('INSERT INTO __drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
        hash,
        folderMillis,
      ])
    }
  })
}

function refuseOtherHistory(database: string, done: { hash: string }[], known: { hash: string }[]) {
  if (done.length > known.length) {
    throw new StoreRefused(
      `the database ${database} was migrated ${done.length} times, this version of Formlotse knows ${known.length} migrations: start a newer version`,
    )
  }
  const changed = done.findIndex(({ hash }, index) => hash !== known[index]?.hash)
  if (changed >= 0) {
    throw new StoreRefused(
      `migration ${changed + 1} of the database ${database} is not the one in ${folder}: a migration that has landed must not be edited`,
    )
  }
}
