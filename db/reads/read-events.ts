import { repeatableTypes, maxRunEvents } from './run-reads.ts'
import { type Sql, listOf, sql } from './query-plan.ts'

/** Columns of `StoredEvent`, with its member names as aliases. `EventValues` lists them in the same order. */
export const eventColumns = `position, id, type, funnel, funnel_version AS "funnelVersion", run_id AS "runId",
  session_id AS "sessionId", step, occurred_at AS "occurredAt", sent_at AS "sentAt", received_at AS "receivedAt", at,
  data, facts, meta`

const columns = sql.raw(eventColumns)

/** Implements `EventLog.readOrder`, but with the newest event first. */
export function eventsOfOrder(runId: string): Sql {
  return sql`SELECT ${columns} FROM events
    WHERE run_id = ${runId} AND (type NOT IN ${listOf(repeatableTypes)}
      OR position = (SELECT min(position) FROM events WHERE run_id = ${runId} AND type = 'start'))
    ORDER BY position DESC LIMIT ${maxRunEvents}`
}

/** Implements `EventLog.firstStart`. */
export function firstStartOf(runId: string): Sql {
  return sql`SELECT ${columns} FROM events
    WHERE position = (
      SELECT position
      FROM (SELECT position, type FROM events WHERE run_id = ${runId} ORDER BY position LIMIT 1000) AS first
      WHERE type = 'start' ORDER BY position LIMIT 1)`
}

/** Implements `EventLog.lastOfRun`. */
export function lastEventOf(runId: string): Sql {
  return sql`SELECT ${columns} FROM events WHERE run_id = ${runId} ORDER BY position DESC LIMIT 1`
}

/** Implements `EventLog.find`. */
export function eventBy(key: { id: string } | { once: string }): Sql {
  const position =
    'id' in key
      ? sql`coalesce((SELECT position FROM events WHERE id = ${key.id}),
          (SELECT position FROM suppressed_ids WHERE id = ${key.id}))`
      : sql`(SELECT position FROM once_keys WHERE key = ${key.once})`
  return sql`SELECT ${columns} FROM events WHERE position = ${position}`
}
