import type { Pool } from 'pg'
import type { Expiry, RetentionStore } from '../person-store.ts'
import { appendLock } from './locks.ts'
import { transaction } from './transaction.ts'

interface Candidate {
  position: number
  runId: string
  receivedAt: number
  /** `receivedAt` of the run's last event but those that tell of silence. */
  lastAt: number
  kept: boolean
}

/** So few that an append that comes in between waits for milliseconds. */
const runsAtOnce = 20

export function createRetention(pool: Pool): RetentionStore {
  return {
    expirePersonal: async (step) => {
      const { runIds, next } = await expired(pool, step)
      let removed = 0
      for (let from = 0; from < runIds.length; from += runsAtOnce)
        removed += await expireRuns(pool, runIds.slice(from, from + runsAtOnce), step)
      return { removed, next }
    },

    expireRejected: async (until, limit) => {
      const { rowCount } = await pool.query(
        `DELETE FROM rejected_events
         WHERE id IN (SELECT id FROM rejected_events WHERE received_at <= $1 ORDER BY received_at LIMIT $2)`,
        [until, limit],
      )
      return rowCount ?? 0
    },
  }
}

/** The runs to expire among the next rows, and where to go on. */
async function expired(
  pool: Pool,
  { after, limit, until, silences, kept }: Expiry,
): Promise<{ runIds: string[]; next: number | null }> {
  const { rows } = await pool.query<Candidate>(
    `SELECT p.position, p.run_id AS "runId", own.received_at AS "receivedAt",
       (SELECT max(e.received_at) FROM events e WHERE e.run_id = p.run_id AND e.type <> ALL($4::text[])) AS "lastAt",
       EXISTS (SELECT FROM once_keys WHERE key = $3 || p.run_id) AS kept
     FROM personal_data p JOIN events own ON own.position = p.position
     WHERE p.position > $1 ORDER BY p.position LIMIT $2`,
    [after, limit, kept.prefix, silences],
  )
  const due = rows.filter((row) => row.lastAt <= (row.kept ? kept.until : until))
  const last = rows.at(-1)
  // Positions are in order of time, so behind a young row there are only younger ones.
  const young = last && last.receivedAt > Math.max(until, kept.until)
  return {
    runIds: [...new Set(due.map(({ runId }) => runId))],
    next: last && rows.length === limit && !young ? last.position : null,
  }
}

/** Looks at each run once more, for it may have gone on since it was found; under the lock of appends it cannot meanwhile. */
export function expireRuns(
  pool: Pool,
  runIds: readonly string[],
  { until, silences, kept }: Omit<Expiry, 'after' | 'limit'>,
): Promise<number> {
  return transaction(pool, async (tx) => {
    tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
    const { rows } = await tx.query<{ removed: number }>(
      `WITH due AS (
         SELECT run_id FROM unnest($1::text[]) AS run (run_id)
         WHERE (SELECT max(received_at) FROM events e WHERE e.run_id = run.run_id AND e.type <> ALL($5::text[])) <=
           CASE WHEN EXISTS (SELECT FROM once_keys WHERE key = $4 || run.run_id) THEN $3::bigint ELSE $2::bigint END),
       gone AS (DELETE FROM personal_data p USING due WHERE p.run_id = due.run_id RETURNING p.run_id),
       uploaded AS (DELETE FROM uploads WHERE run_id IN (SELECT run_id FROM gone))
       SELECT count(*) AS removed FROM gone`,
      [runIds, until, kept.until, kept.prefix, silences],
    )
    return rows[0]?.removed ?? 0
  })
}
