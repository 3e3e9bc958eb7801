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
 * Writes tables and their indexes anew without deleted rows, and resolves when no deleted row is left in their files.
 * PostgreSQL's log of changes (WAL), standbys and backups keep the encrypted bytes until they are written over in turn.
 */
export async function rewriteTables(url: string, tables: readonly string[]): Promise<void> {
  await withMaintenance(url, async (pool) => {
    const client = await pool.connect()
    const report = watchReport(client)
    try {
      await client.query(`SET lock_timeout = ${lockTimeoutMs}`)
      for (const table of tables) await rewrite(client, table, report)
      // The old file goes with the next checkpoint, and until then it has no content.
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  })
}

async function rewrite(client: PoolClient, table: string, report: () => string | undefined): Promise<void> {
  for (let tried = 0; tried < tries; tried++) {
    if (tried > 0) await pause(betweenTriesMs)
    try {
      await client.query(`VACUUM (FULL, VERBOSE) ${table}`)
    } catch (error) {
      if (error instanceof DatabaseError && error.code === lockNotAvailable) continue
      throw error
    }
    // Rows that an older transaction may still want to see are kept: "N dead row versions cannot be removed yet".
    const kept = /\d+/.exec(report() ?? '')?.[0]
    if (kept === '0') return
  }
  throw new StoreUnavailable(
    `the personal data is removed, but its bytes are still in the file of the table ${table}: ` +
      'another session, a dump or a standby for example, has been reading for too long. Repeat it when that has ended',
  )
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
