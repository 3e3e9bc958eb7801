import type { Pool } from 'pg'
import { ownTimeline } from '#db/postgres/connection/own-timeline.ts'
import { headText } from '#db/reads/log/log-head.ts'
import { timelineText } from './read-positions.ts'

// The setting holds the number of changes of the staff so far, and the log position of the last one. A server that has
// the number has all earlier changes too. It is in the database because the next request may reach another process.
const name = 'staff_changes'
const partOf = (value: string, part: 1 | 2) => `coalesce(split_part(${value}, ' ', ${part})::bigint, 0)`
const setting = `(SELECT value FROM settings WHERE name = '${name}')`

export interface Progress {
  /** Timeline that the primary writes, or that a standby contains as data; an empty text if it contains none. */
  timeline: string
  /** Number of changes that the server has. */
  changes: number
  /** Position of the log at the last change. */
  changedAt: number
  /** Position that the server's projections have reached. */
  checkpoint: number
}

/** Reads the changes and the position of the projections of a server, from one snapshot. */
export async function readProgress(pool: Pool): Promise<Progress> {
  const { rows } = await pool.query<Progress>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN ${timelineText} ELSE (${ownTimeline})::text END AS timeline,
       ${partOf(setting, 1)} AS changes, ${partOf(setting, 2)} AS "changedAt",
       coalesce((SELECT checkpoint FROM generations WHERE state = 'live'), 0) AS checkpoint`,
  )
  return rows[0]!
}

/** Counts a change on the primary. */
export async function recordStaffChange(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO settings AS known (name, value) SELECT '${name}', '1 ' || (${headText})
     ON CONFLICT (name) DO UPDATE SET value = (${partOf('known.value', 1)} + 1) || ' '
       || greatest(${partOf('known.value', 2)}, ${partOf('excluded.value', 2)})`,
  )
}

/**
 * Returns whether a standby has all changes of the staff, and has projected the log up to `position` and up to them.
 * One with the history before a failover is refused, because its count may be the same.
 */
export function includesChanges(primary: Progress, standby: Progress, position: number): boolean {
  if (standby.timeline !== primary.timeline) return false
  return standby.changes >= primary.changes && standby.checkpoint >= Math.max(position, primary.changedAt)
}
