import { Pool } from 'pg'
import { clientConfig } from './connection.ts'

/** Runs `work` on a connection whose statements may take any time, for a migration or for rewriting a table. */
export async function withMaintenance<Result>(
  url: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool({
    ...clientConfig({ url, lockTimeoutMs: 5000, statementTimeoutMs: 0 }),
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    max: 1,
  })
  pool.on('error', () => {})
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
