import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/**
 * Sends queries together on one connection, which saves round trips. The server runs each after the previous one, in a
 * snapshot that is newer. Returns their rows.
 */
export async function queryInOrder<Rows extends readonly QueryResultRow[]>(
  pool: Pool,
  queries: { readonly [Index in keyof Rows]: QueryConfig },
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const results: QueryResult<QueryResultRow>[] = await Promise.all(
      queries.map((query) => client.query(query)),
    )
    return results.map(({ rows }) => rows) as { [Index in keyof Rows]: Rows[Index][] }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}
