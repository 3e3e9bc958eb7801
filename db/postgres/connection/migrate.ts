import path from 'node:path'
import type { Pool } from 'pg'
import { StoreRefused } from '#db/ports/store.ts'
import { databaseName } from '#db/postgres/hosts/host-urls.ts'
import { readMigrationFiles } from './drizzle.ts'
import { appendLock, migrationLock } from './locks.ts'
import { withMaintenance } from './maintenance.ts'
import { analyzeLog } from './log-statistics.ts'
import { transaction } from './transaction.ts'

const folder = path.resolve(import.meta.dirname, '../../../migrations/postgres')

/** Code that runs before and during the migration to data keys, in addition to its SQL. */
export interface MigrationSteps {
  /** Called before the migration. Throws if the migration must not run. */
  prepare: (pool: Pool) => Promise<void>
  /**
   * Decrypts the values in the table `personal_data_unkeyed` and encrypts them with data keys. The next migration drops
   * this table. After a crash, `reseal` can be called again.
   */
  reseal: (pool: Pool) => Promise<void>
}

type Migration = ReturnType<typeof readMigrationFiles>[number]

/** Returns whether this is the migration to apply after resealing. It drops the table that resealing has emptied. */
const afterResealing = ({ sql }: Migration) =>
  sql.some((statement) => statement.includes('DROP TABLE "personal_data_unkeyed"'))

/** Returns whether this is the migration that makes the log a partitioned table. It expects that `checkBounds` was called. */
const afterCheckingBounds = ({ sql }: Migration) =>
  sql.some((statement) => statement.includes('CREATE FUNCTION add_events_partition'))

interface MigrateOptions {
  /** True if the caller holds the append lock in another session (see `reserveDatabase`). */
  reserved?: boolean
  /** A new database does not need them. */
  steps?: MigrationSteps
}

/**
 * Migrates the database to the newest schema under a lock, so that processes that start at the same time take turns.
 * Other processes can keep using the database, except during the migration to data keys.
 */
export function migrate(url: string, { reserved = false, steps }: MigrateOptions = {}): Promise<void> {
  const database = databaseName(url)
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const last = migrations.findIndex(afterResealing)
  const partitioning = migrations.findIndex(afterCheckingBounds)
  const needsResealing = (done: number) => done > 0 && done <= last
  const needsPartitions = (done: number) => done <= partitioning
  return withMaintenance(url, async (pool) => {
    const before = await countApplied(pool)
    if (needsResealing(before) && !steps)
      throw new Error(`the values in ${database} must be resealed, which requires their key`)
    if (needsPartitions(before)) {
      // The pool has only one connection, so the lock is held until the pool is closed.
      await pool.query(`SET lock_timeout = '10min'`)
      await pool.query('SELECT pg_advisory_lock($1)', [migrationLock])
    }
    if (steps && needsResealing(await countApplied(pool))) {
      await steps.prepare(pool)
      await apply(pool, { database, migrations, count: last, reserved })
      await steps.reseal(pool)
    }
    const partition = needsPartitions(await countApplied(pool))
    if (partition) {
      await apply(pool, { database, migrations, count: partitioning, reserved })
      await checkBounds(pool)
    }
    await apply(pool, { database, migrations, count: migrations.length, reserved })
    if (partition) await analyzeLog(pool)
  })
}

/**
 * Checks that all rows of the log are within the bounds of its first partition. Reads the whole log while other processes
 * append to it, so that the next migration only changes the catalog.
 */
async function checkBounds(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(conname) AS name FROM pg_constraint
     WHERE conrelid = 'events'::regclass AND NOT convalidated`,
  )
  for (const { name } of rows) await pool.query(`ALTER TABLE events VALIDATE CONSTRAINT ${name}`)
}

async function countApplied(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('__drizzle_migrations') IS NOT NULL AS exists`,
  )
  if (!rows[0]!.exists) return 0
  const { rows: counts } = await pool.query<{ done: number }>(
    'SELECT count(*)::int AS done FROM __drizzle_migrations',
  )
  return counts[0]!.done
}

interface Applied {
  database: string
  migrations: readonly Migration[]
  /** Number of migrations that are applied when the call returns, including those applied earlier. */
  count: number
  reserved: boolean
}

function apply(pool: Pool, { database, migrations, count, reserved }: Applied): Promise<void> {
  return transaction(pool, async (tx) => {
    // The wait for the migration of another process may be long. The wait for a lock on a table must be short, because
    // every later query on that table would queue behind it.
    tx.send({ text: `SET LOCAL lock_timeout = '10min'` })
    tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [migrationLock] })
    tx.send({ text: `SET LOCAL lock_timeout = '5s'` })
    // A process that freezes must not keep the append lock and the locks on tables.
    tx.send({ text: `SET LOCAL idle_in_transaction_session_timeout = '5s'` })
    tx.send({
      text: `CREATE TABLE IF NOT EXISTS __drizzle_migrations
        (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, hash text NOT NULL, created_at bigint NOT NULL)`,
    })
    const { rows: done } = await tx.query<{ hash: string }>(
      'SELECT hash FROM __drizzle_migrations ORDER BY id',
    )
    refuseOtherHistory(database, done, migrations)
    // Writers lock tables and their partitions in various orders, but all of them hold the append lock meanwhile. Without
    // it, a migration that locks several tables could end in a deadlock with one of them.
    if (!reserved && done.length < count)
      tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
    for (const { sql, hash, folderMillis } of migrations.slice(done.length, count)) {
      for (const text of sql) await tx.query(text)
      await tx.query('INSERT INTO __drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
        hash,
        folderMillis,
      ])
    }
  })
}

function refuseOtherHistory(database: string, done: { hash: string }[], known: readonly { hash: string }[]) {
  if (done.length > known.length) {
    throw new StoreRefused(
      `the database ${database} was migrated ${done.length} times, but this version of Formlotse has ${known.length} migrations: start a newer version`,
    )
  }
  const changed = done.findIndex(({ hash }, index) => hash !== known[index]?.hash)
  if (changed >= 0) {
    throw new StoreRefused(
      `migration ${changed + 1} of the database ${database} is not the one in ${folder}: a released migration must not be edited`,
    )
  }
}
