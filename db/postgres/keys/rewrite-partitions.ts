import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import { StoreUnavailable } from '#db/ports/store.ts'
import { withMaintenance } from '#db/postgres/connection/maintenance.ts'
import { type Transaction, transaction } from '#db/postgres/connection/transaction.ts'
import { hmacPartitions, keyPartition } from './partitions.ts'

/**
 * Maximum time for which each attempt waits for the lock of a partition. During this time, appends to the partition
 * wait too.
 */
const lockTimeout = '50ms'
const betweenTriesMs = 250
const tries = 40
const lockNotAvailable = '55P03'

/**
 * Prefix of the settings that request the rewrite of a partition. Such a setting exists while the partition's files
 * still contain deleted rows.
 */
const requestPrefix = 'rewrite_partition:'

/**
 * Records that partitions must be rewritten. The transaction that deletes their rows calls this function, so that the
 * partitions are rewritten even after a crash.
 */
export function requestRewrite(tx: Transaction, parts: readonly number[]): void {
  if (parts.length === 0) return
  tx.send({
    text: `INSERT INTO settings (name, value)
      SELECT $1 || part, pg_current_xact_id()::text FROM unnest($2::int[]) AS part ORDER BY part
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    values: [requestPrefix, parts],
  })
}

/**
 * Rewrites the partitions whose files still contain destroyed keys or HMACs, because PostgreSQL does not erase deleted
 * rows from its files. Throws `StoreUnavailable` if another session keeps a partition locked. PostgreSQL's WAL,
 * standbys and backups still contain the wrapped keys until they are overwritten.
 */
export async function rewritePartitions(pool: Pool, url: string): Promise<void> {
  const { rows } = await pool.query<{ part: number; value: string }>(
    `SELECT substr(name, length($1) + 1)::int AS part, value FROM settings WHERE starts_with(name, $1) ORDER BY part`,
    [requestPrefix],
  )
  if (rows.length === 0) return
  await withMaintenance(url, async (maintenance) => {
    for (const { part, value } of rows) {
      for (const table of [keyPartition(part), ...hmacPartitions(part)]) await rewrite(maintenance, table)
      await pool.query('DELETE FROM settings WHERE name = $1 AND value = $2', [requestPrefix + part, value])
    }
  })
}

async function rewrite(pool: Pool, table: string): Promise<void> {
  for (let tried = 0; tried < tries; tried++) {
    if (tried > 0) await pause(betweenTriesMs)
    try {
      return await copyAndTruncate(pool, table)
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === lockNotAvailable)) throw error
    }
  }
  throw new StoreUnavailable(
    `the personal data is removed, but its data keys are still in the file of the table ${table}: ` +
      'another session, a dump for example, has been reading for too long. Repeat the erasure when it has ended',
  )
}

/**
 * Copies the live rows, truncates the table and inserts the rows again. Truncating gives the table new files. VACUUM
 * FULL would keep deleted rows that another session's snapshot can still see. A concurrent dump stays complete: it
 * locks every table when it starts, so this function waits for it.
 */
function copyAndTruncate(pool: Pool, table: string): Promise<void> {
  return transaction(pool, async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
    await tx.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    await tx.query(`CREATE TEMPORARY TABLE rewritten ON COMMIT DROP AS TABLE ${table}`)
    await tx.query(`TRUNCATE ${table}`)
    await tx.query(`INSERT INTO ${table} SELECT * FROM rewritten`)
  })
}
