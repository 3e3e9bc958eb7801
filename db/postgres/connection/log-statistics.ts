import type { Pool } from 'pg'

/** Growth of the log, as a factor, after which its statistics are computed again. */
const growth = 1.1
/** Number of events below which plans do not depend on statistics. */
const minEvents = 1000
/** First version of PostgreSQL that can compute the statistics of a partitioned table without those of its partitions. */
const versionWithOnly = 180_000

/**
 * Computes the statistics of the whole log if it has grown by a tenth. Autovacuum computes those of each partition, but
 * never those of the whole, without which joins by run are planned as if there were 200 runs. Takes seconds, reads
 * samples, and takes a lock that excludes only changes of the table and other computations of statistics.
 */
export async function analyzeLog(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ rows: number; analyzed: number; version: number }>(
    `SELECT sum(greatest(part.reltuples, 0))::float8 AS rows,
       (SELECT greatest(reltuples, 0)::float8 FROM pg_class WHERE oid = 'events'::regclass) AS analyzed,
       current_setting('server_version_num')::int AS version
     FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid WHERE inhparent = 'events'::regclass`,
  )
  const { rows: events, analyzed, version } = rows[0]!
  if (events < minEvents || events < analyzed * growth) return
  await pool.query(version >= versionWithOnly ? 'ANALYZE ONLY events' : 'ANALYZE events')
}
