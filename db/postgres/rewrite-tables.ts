import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, type PoolClient } from 'pg'
import { StoreUnavailable } from '../store.ts'
import { withMaintenance } from './maintenance.ts'

/** Each try to get a table for itself waits for so long; appends wait behind it meanwhile. */
const lockTimeoutMs = 2000
const tries = 12
const betweenTriesMs = 500
const lockNotAvailable = '55P03'

/**
 * Writes tables and their indexes anew, and resolves when no row that the transaction `deleted` removed is left in their
 * files. PostgreSQL's log of changes (WAL), standbys and backups keep the encrypted bytes until they are written over
 * in turn.
 */
export async function rewriteTables(url: string, tables: readonly string[], deleted: string): Promise<void> {
  await withMaintenance(url, async (pool) => {
    const client = await pool.connect()
    const report = watchReport(client)
    try {
      await client.query(`SET lock_timeout = ${lockTimeoutMs}`)
      for (const table of tables) await rewrite(client, table, { deleted, report })
    } finally {
      client.release()
    }
  })
}

async function rewrite(
  client: PoolClient,
  table: string,
  { deleted, report }: { deleted: string; report: () => string | undefined },
): Promise<void> {
  for (let tried = 0; tried < tries; tried++) {
    if (tried > 0) await pause(betweenTriesMs)
    if (await isSeen(client, deleted)) continue
    try {
      await client.query(`VACUUM (FULL, VERBOSE) ${table}`)
    } catch (error) {
      if (error instanceof DatabaseError && error.code === lockNotAvailable) continue
      throw error
    }
    // "N dead row versions cannot be removed yet": a session of another user or a standby may still see them.
    if (/\d+/.exec(report() ?? '')?.[0] === '0') return
  }
  throw new StoreUnavailable(
    `the personal data is removed, but its bytes are still in the file of the table ${table}: ` +
      'another session, a dump or a standby for example, has been reading for too long. Repeat it when that has ended',
  )
}

/** Whether a session looks at the database as it was before; then writing a table anew would be in vain. */
async function isSeen(client: PoolClient, deleted: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND age(backend_xmin) >= age($1::text::xid8::xid) LIMIT 1`,
    [deleted],
  )
  return rowCount !== 0
}

/** The detail of the last report, in whatever language the server speaks; the number comes first in all of them. */
function watchReport(client: PoolClient): () => string | undefined {
  let detail: string | undefined
  client.on('notice', (notice) => {
    detail = notice.detail ?? detail
  })
  return () => {
    const last = detail
    detail = undefined
    return last
  }
}
