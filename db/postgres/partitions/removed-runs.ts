import type { PositionRange } from '#db/ports/log/archive-store.ts'
import { type RemovalDialect, removableRuns } from '#db/reads/log/removable-runs.ts'
import { type Sql, sql } from '#db/reads/query-plan.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { toStatement } from '#db/postgres/connection/run-query-plan.ts'

const dialect: RemovalDialect = {
  isUuid: (id) => sql`${id} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
  // A destroyed key or HMAC has no row.
  isKey: sql`true`,
  isHmac: sql`true`,
}

/** When the runs of a range were chosen: the last position of the log and the time, in ms since the epoch. */
export interface Chosen {
  head: number
  at: number
}

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

/** Everything that `removableRuns` excludes comes with an event, with a new upload, or is rare. */
function runsWithNews({ after, upTo }: PositionRange, { head, at }: Chosen): Sql {
  return sql`SELECT run_id FROM events WHERE position > ${head}
    UNION SELECT run_id FROM excluded_runs
    UNION SELECT run_id FROM rejected_events WHERE state = 'kept'
    UNION SELECT run_id FROM uploads WHERE created_at > ${at - clockMarginMs}
    UNION SELECT e.run_id FROM outbox o JOIN events e ON e.position = o.position
      WHERE o.state NOT IN ('delivered', 'discarded') AND o.position > ${after} AND o.position <= ${upTo}`
}

/** Maximum difference of the clocks of processes, in ms, with a wide margin. */
const clockMarginMs = 600_000

async function runIdsOf(db: Queryable, query: Sql): Promise<string[]> {
  const { rows } = await db.query<{ run_id: string }>(toStatement(query))
  return rows.map((row) => row.run_id)
}
