import type { ArchivedRange, PositionRange } from '#db/ports/log/archive-store.ts'
import { type Sql, listOf, sql } from '#db/reads/query-plan.ts'

/** A row of `archived_ranges`. */
export type RangeRow = Omit<ArchivedRange, 'isRemoved'> & { removedAt: number | null }

/** Implements `ArchiveStore.ranges`. */
export const rangesQuery = sql`SELECT after, up_to AS "upTo", events, first_at AS "firstAt", file, bytes, sha256,
    archived_at AS "archivedAt", removed_at AS "removedAt"
  FROM archived_ranges ORDER BY up_to`

export function toRange({ removedAt, ...range }: RangeRow): ArchivedRange {
  return { ...range, isRemoved: removedAt !== null }
}

/** Subquery for `ArchiveStore.end`. */
export const archiveEndText = '(SELECT coalesce(max(up_to), 0) FROM archived_ranges)'

/** Implements `ArchiveStore.end`. */
export const archiveEndQuery = sql.raw(`SELECT ${archiveEndText} AS "end"`)

/** Counts the events of a range that is not archived as `events`. Only operational events have the other positions. */
export function eventsOfRange({ after, upTo }: PositionRange): Sql {
  return sql`SELECT ${upTo - after} - count(*) AS events FROM operational_events
    WHERE position > ${after} AND position <= ${upTo}`
}

/**
 * Condition that a row `a` of `archived_runs` counts. PostgreSQL writes the rows of a range before it removes the events
 * and records the range.
 */
export const isInEffect = `a.position <= ${archiveEndText}`

/** Implements `ArchiveStore.runsAmong`. */
export function archivedAmong(runIds: readonly string[]): Sql {
  return sql`SELECT run_id AS "runId" FROM archived_runs a
    WHERE run_id IN ${listOf(runIds)} AND ${sql.raw(isInEffect)} ORDER BY run_id`
}

/**
 * Part of the upsert of a run. If this is the first change after the archived events of the run, keeps the state before
 * it. Batches of a rebuild do not reach past the end of an archived range, so there is such a state.
 */
export const keepArchivedState = `archived_state = CASE
  WHEN runs.archived_state IS NULL AND EXISTS (SELECT 1 FROM archived_runs a WHERE a.run_id = runs.run_id
    AND runs.last_position <= a.position AND excluded.last_position > a.position AND ${isInEffect})
  THEN runs.state ELSE runs.archived_state END`
