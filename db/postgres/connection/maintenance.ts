import type { Pool } from 'pg'
import { clientConfig, prepareSession } from './connection.ts'
import { createPool } from '#db/postgres/hosts/connect.ts'
import { failUnreplicatedCommits } from './unreplicated-commit.ts'

/** Runs `work` on a connection whose statements may take any time, for a migration or for rewriting a table. */
export async function withMaintenance<Result>(
  url: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({
    ...clientConfig({ url, lockTimeoutMs: 5000, statementTimeoutMs: 0 }),
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    max: 1,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
    onConnect: prepareSession,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', failUnreplicatedCommits)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
