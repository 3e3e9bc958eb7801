import type { Pool } from 'pg'
import type { StoredEvent } from '#domain/stored-event.ts'
import type { EventLog, RejectionCount } from '../event-log.ts'

const columns = `position, id, type, funnel, funnel_version AS "funnelVersion", run_id AS "runId",
  session_id AS "sessionId", step, occurred_at AS "occurredAt", sent_at AS "sentAt", received_at AS "receivedAt", at,
  data, facts, meta`

/** Reading side of `EventLog`. Prepared statements: projections read millions of events. */
export function createLogReads(pool: Pool): Omit<EventLog, 'append'> {
  const select = async (name: string, rest: string, values: unknown[]) => {
    const { rows } = await pool.query<StoredEvent>({
      name,
      text: `SELECT ${columns} FROM events ${rest}`,
      values,
    })
    return rows
  }
  return {
    read: (after, limit) =>
      select('read-log', 'WHERE position > $1 ORDER BY position LIMIT $2', [after, limit]),
    readRun: (runId, upTo = Number.MAX_SAFE_INTEGER) =>
      select('read-run', 'WHERE run_id = $1 AND position <= $2 ORDER BY position', [runId, upTo]),
    readRuns: (runIds, upTo) =>
      select('read-runs', 'WHERE run_id = ANY ($1::text[]) AND position <= $2 ORDER BY position', [
        runIds,
        upTo,
      ]),
    find: async (key) => {
      const found =
        'id' in key
          ? await select(
              'find-id',
              `WHERE position = coalesce((SELECT position FROM events WHERE id = $1),
                                         (SELECT position FROM suppressed_ids WHERE id = $1))`,
              [key.id],
            )
          : await select('find-once', 'WHERE position = (SELECT position FROM once_keys WHERE key = $1)', [
              key.once,
            ])
      return found[0]
    },
    head: async () => {
      const { rows } = await pool.query<{ head: number }>(
        'SELECT coalesce(max(position), 0) AS head FROM events',
      )
      return rows[0]?.head ?? 0
    },
    rejections: async (from, before, limit) => {
      const { rows } = await pool.query<RejectionCount>(
        `SELECT r.type, r.funnel, i.value ->> 'path' AS path, i.value ->> 'code' AS code, count(*) AS count,
           max(r.received_at) AS "lastAt"
         FROM rejected_events r, json_array_elements(r.issues) i
         WHERE r.received_at >= $1 AND r.received_at < $2
         GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 6 DESC, 3, 4 LIMIT $3`,
        [from, before, limit],
      )
      return rows
    },
    counters: async (from, to) => {
      const { rows } = await pool.query<{ day: string; name: string; count: number }>(
        'SELECT day, name, count FROM daily_counters WHERE day BETWEEN $1 AND $2 ORDER BY day, name',
        [from, to],
      )
      return rows
    },
  }
}
