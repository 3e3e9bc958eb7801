import type { Pool } from 'pg'
import { rangePositions } from '#db/ports/log/archive-store.ts'
import type { LogPartitions } from '#db/ports/log/log-partitions.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { partitionLock } from '#db/postgres/connection/locks.ts'
import { withMaintenance } from '#db/postgres/connection/maintenance.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'
import { headText } from '#db/reads/log/log-head.ts'
import { analyzeLog } from '#db/postgres/connection/log-statistics.ts'

/**
 * Number of partitions for whose events there is room after the end of the log. Appends at the maximum rate of the append lock
 * fill them in 20 minutes; they are added within a minute.
 */
const ahead = 2

/**
 * Maximum wait for a lock on the log. Another session has it while it computes statistics of the log or changes its
 * partitions. Appends and reads do not queue behind this wait, because their locks do not conflict with it.
 */
const lockTimeout = '2s'

/**
 * Creates the upkeep of the log's partitions. The bounds are read from the catalog for each call: after a failover, the
 * new primary may lack the partition that was added last.
 */
export function createLogPartitions(pool: Pool, url: string, size = rangePositions): LogPartitions {
  return {
    extend: () => addPartitions(pool, { size, needed: (head) => head + ahead * size }),
    refreshStatistics: () => withMaintenance(url, analyzeLog),
    positionsLeft: async () => {
      const { head, end } = await readEnds(pool)
      return Math.max(0, end - head)
    },
  }
}

interface Extension {
  size: number
  /** Returns the position that must have a partition, from the last position of the log. */
  needed: (head: number) => number
}

/** Adds partitions up to a position and returns how many. Only the lock of each new table excludes other sessions. */
export function addPartitions(pool: Pool, { size, needed }: Extension): Promise<number> {
  return transaction(pool, async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
    await tx.query('SELECT pg_advisory_xact_lock($1)', [partitionLock])
    const { head, end } = await readEnds(tx)
    let [last, added] = [end, 0]
    while (last < needed(head)) {
      await tx.query('SELECT add_events_partition($1, $2)', [last, last + size])
      last += size
      added += 1
    }
    return added
  })
}

/** Reads the last position of the log, and the last position that has a partition. */
async function readEnds(db: Queryable): Promise<{ head: number; end: number }> {
  const { rows } = await db.query<{ head: number; end: number }>(
    `SELECT (${headText}) AS head, coalesce(max(substring(
       pg_get_expr(part.relpartbound, part.oid) FROM $1)::bigint - 1), 0) AS end
     FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid WHERE inhparent = 'events'::regclass`,
    [String.raw`TO \('(\d+)'\)`],
  )
  return rows[0]!
}
