import { type Sql, sql } from '#db/reads/query-plan.ts'

/** Subquery with the last positions of the two tables that share the positions of the log, in the column `position`. */
const ends = `(SELECT max(position) AS position FROM events
  UNION ALL SELECT max(position) FROM operational_events) AS ends`

/** Reads the last position of the log, 0 if it is empty, as `head`. Takes two index lookups. */
export const headText = `SELECT coalesce(max(position), 0) AS head FROM ${ends}`

/** Implements `EventLog.head`. */
export const headQuery = sql.raw(headText)

/**
 * Implements `EventLog.emptyUpTo`. A single statement sees one snapshot, so an event that is committed in between is
 * either found or after the head.
 */
export function emptyUpToQuery(after: number): Sql {
  return sql`SELECT coalesce((SELECT min(position) - 1 FROM events WHERE position > ${after}), (${headQuery})) AS "upTo"`
}
