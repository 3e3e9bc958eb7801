import path from 'node:path'
import type Database from 'better-sqlite3'
import { readMigrationFiles } from './drizzle.ts'
import { StoreRefused } from '#db/ports/store.ts'

const folder = path.resolve(import.meta.dirname, '../../../migrations/sqlite')

/** The parts of the migration to data keys (one key per run and data class) that SQL cannot express. */
export interface MigrationSteps {
  /** Called before anything is migrated. If it throws, the database stays unchanged. */
  prepare: () => void
  /**
   * Decrypts the values in the table `personal_data_unkeyed` and encrypts them with data keys. The next migration drops
   * this table. After a crash, `reseal` can be called again.
   */
  reseal: () => void
}

type Migration = ReturnType<typeof readMigrationFiles>[number]

/** Returns whether this is the migration to apply after resealing. It drops the table that resealing has emptied. */
const afterResealing = ({ sql }: Migration) =>
  sql.some((statement) => statement.includes('DROP TABLE `personal_data_unkeyed`'))

/**
 * Migrates the database to the newest schema, normally in one transaction that holds the write lock from its start.
 * A database from before data keys takes several transactions and requires `steps`.
 * Drizzle's migrator is not used, because it reads the applied migrations before it locks the database. Two processes
 * that start at the same time would then both migrate.
 */
export function migrate(sqlite: Database.Database, steps?: MigrationSteps): void {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const done = countApplied(sqlite)
  const last = migrations.findIndex(afterResealing)
  if (done > 0 && done <= last) {
    if (!steps) throw new Error(`the values in ${sqlite.name} must be resealed, which requires their key`)
    steps.prepare()
    apply(sqlite, migrations, last)
    steps.reseal()
  }
  apply(sqlite, migrations, migrations.length)
}

/** Returns whether the database exists already and `migrate` would change its schema. */
export function needsMigration(sqlite: Database.Database): boolean {
  const applied = countApplied(sqlite)
  return applied > 0 && applied < readMigrationFiles({ migrationsFolder: folder }).length
}

function countApplied(sqlite: Database.Database): number {
  const exists = sqlite.prepare(`SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'`).get()
  if (!exists) return 0
  return sqlite.prepare<[], number>('SELECT count(*) FROM __drizzle_migrations').pluck().get()!
}

function apply(sqlite: Database.Database, migrations: readonly Migration[], count: number): void {
  const applyNew = sqlite.transaction(() => {
    sqlite.exec(
      'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT',
    )
    const done = sqlite
      .prepare<[], { hash: string }>('SELECT hash FROM __drizzle_migrations ORDER BY id')
      .all()
    refuseOtherHistory(sqlite.name, done, migrations)
    const note = sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
    for (const migration of migrations.slice(done.length, count)) {
      for (const statement of migration.sql) sqlite.exec(statement)
      note.run(migration.hash, migration.folderMillis)
    }
  })
  applyNew.immediate()
}

function refuseOtherHistory(file: string, done: { hash: string }[], known: readonly { hash: string }[]) {
  if (done.length > known.length) {
    throw new StoreRefused(
      `the database ${file} was migrated ${done.length} times, but this version of Formlotse has ${known.length} migrations: start a newer version`,
    )
  }
  const changed = done.findIndex(({ hash }, index) => hash !== known[index]?.hash)
  if (changed >= 0) {
    throw new StoreRefused(
      `migration ${changed + 1} of the database ${file} is not the one in ${folder}: a released migration must not be edited`,
    )
  }
}
