import type { PositionRange } from '#db/ports/log/archive-store.ts'
import { type RemovalDialect, removableRuns } from '#db/reads/log/removable-runs.ts'
import { type Sql, sql } from '#db/reads/query-plan.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { headText } from '#db/reads/log/log-head.ts'
import { toStatement } from '#db/postgres/connection/run-query-plan.ts'

const dialect: RemovalDialect = {
  isUuid: (id) => sql`${id} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
  // A destroyed key or HMAC has no row.
  isKey: sql`true`,
  // The primary key begins with the run. Joining the events would search all partitions once for each event.
  hasHmac: sql`EXISTS (SELECT 1 FROM email_hmacs h WHERE h.run_id = run.run_id)`,
}

/** When the runs of a range were chosen: the last position of the log and the last key of the uploads. */
export interface Chosen {
  head: number
  upload: number
}

/** Reads the current end of the log and of the uploads. Everything later is news for `runsToKeep`. */
export async function readChosen(db: Queryable): Promise<Chosen> {
  const { rows } = await db.query<Chosen>(
    `SELECT (${headText}) AS head, (SELECT coalesce(max(key), 0) FROM uploads) AS upload`,
  )
  return rows[0]!
}

/**
 * Makes the transaction read small sets through indexes. Statistics of tables that have just been filled are missing or
 * old, and a plan that reads a whole table is too slow for a slice, or while the append lock is held.
 */
export const preferIndexes = (tx: Queryable) =>
  tx.query(
    'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off',
  )

/** Computes the statistics of the chosen runs before queries join them. */
export const analyzeChosenRuns = (db: Queryable) => db.query('ANALYZE archived_runs, archived_ids')

/** Removes what an interrupted archiving has written about runs after the archived ranges. */
export async function forgetChosenRuns(db: Queryable, after: number): Promise<void> {
  await db.query('DELETE FROM archived_runs WHERE position > $1', [after])
  await db.query('DELETE FROM archived_ids WHERE position > $1', [after])
}

/**
 * Writes to `archived_runs` and `archived_ids` the runs that can be removed and have their first event after `from`, up to
 * and including `to`. They count once the range is recorded. Returns the number of their events.
 */
export async function chooseRuns(
  db: Queryable,
  range: PositionRange,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const beginning = sql`SELECT DISTINCT e.run_id FROM events e
    WHERE e.position > ${from} AND e.position <= ${to}
      AND NOT EXISTS (SELECT 1 FROM events b WHERE b.run_id = e.run_id AND b.position <= ${from})`
  const { rowCount } = await db.query(
    toStatement(sql`WITH chosen AS (
      INSERT INTO archived_runs (run_id, position)
      SELECT run_id, (SELECT max(e.position) FROM events e WHERE e.run_id = removable.run_id)
      FROM (${removableRuns(range, beginning, dialect)}) AS removable
      RETURNING run_id)
    INSERT INTO archived_ids (id, position)
    SELECT e.id::uuid, e.position FROM chosen JOIN events e ON e.run_id = chosen.run_id`),
  )
  return rowCount ?? 0
}

/**
 * Returns the chosen runs that can no longer be removed. Only runs with something new are examined, so that the caller can
 * hold the append lock.
 */
export async function runsToKeep(db: Queryable, range: PositionRange, chosen: Chosen): Promise<string[]> {
  const changed = await runIdsOf(
    db,
    sql`SELECT a.run_id FROM archived_runs a
      WHERE a.position > ${range.after} AND a.run_id IN (${runsWithNews(range, chosen)})`,
  )
  if (changed.length === 0) return []
  const candidates = sql`SELECT unnest(${`{${changed.map((id) => JSON.stringify(id)).join()}}`}::text[]) AS run_id`
  const removable = new Set(await runIdsOf(db, removableRuns(range, candidates, dialect)))
  return changed.filter((runId) => !removable.has(runId))
}

/**
 * Everything that `removableRuns` excludes comes with an event, with a new upload, or is rare. Each part is the range of an
 * index: `outbox_state` has few messages of these states, while the delivered ones are millions.
 */
export function runsWithNews({ after, upTo }: PositionRange, { head, upload }: Chosen): Sql {
  return sql`SELECT run_id FROM events WHERE position > ${head}
    UNION SELECT run_id FROM excluded_runs
    UNION SELECT run_id FROM rejected_events WHERE state = 'kept'
    UNION SELECT run_id FROM uploads WHERE key > ${upload - uploadsAtOnce}
    UNION SELECT e.run_id FROM outbox o JOIN events e ON e.position = o.position
      WHERE o.destination IN ('webhook', 'conversions') AND o.state IN ('pending', 'held', 'dead')
        AND o.position > ${after} AND o.position <= ${upTo}`
}

/** Maximum number of uploads that begin at once. They get their keys in another order than they become visible. */
const uploadsAtOnce = 1000

async function runIdsOf(db: Queryable, query: Sql): Promise<string[]> {
  const { rows } = await db.query<{ run_id: string }>(toStatement(query))
  return rows.map((row) => row.run_id)
}
