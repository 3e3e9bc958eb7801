import path from 'node:path'
import type Database from 'better-sqlite3'
import { readMigrationFiles } from './drizzle.ts'
import { StoreRefused } from '../store.ts'

const folder = path.resolve(import.meta.dirname, '../../migrations/sqlite')

/**
 * Brings the database to the newest schema in one transaction that holds the write lock from its start.
 * Drizzle's own migrator reads what is done before it locks, so two processes starting at once would both migrate.
 */
export function migrate(sqlite: Database.Database): void {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const apply = sqlite.transaction(() => {
    sqlite.exec(
      'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT',
    )
    const done = sqlite
      .prepare<[], { hash: string }>('SELECT hash FROM __drizzle_migrations ORDER BY id')
      .all()
    refuseOtherHistory(sqlite.name, done, migrations)
    const note = sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
    for (const migration of migrations.slice(done.length)) {
      for (const statement of migration.sql) sqlite.exec(statement)
      note.run(migration.hash, migration.folderMillis)
    }
  })
  apply.immediate()
}

function refuseOtherHistory(file: string, done: { hash: string }[], known: { hash: string }[]) {
  if (done.length > known.length) {
    throw new StoreRefused(
      `the database ${file} was migrated ${done.length} times, this version of Formlotse knows ${known.length} migrations: start a newer version`,
    )
  }
  const changed = done.findIndex(({ hash }, index) => hash !== known[index]?.hash)
  if (changed >= 0) {
    throw new StoreRefused(
      `migration ${changed + 1} of the database ${file} is not the one in ${folder}: a migration that has landed must not be edited`,
    )
  }
}
