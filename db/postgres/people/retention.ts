import type { Pool } from 'pg'
import { type RetainedRow, dueRuns, runIdsOf } from '#db/reads/due-runs.ts'
import type { Expiry, RetentionStore } from '#db/ports/person-store.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { rewritePartitions } from '#db/postgres/keys/rewrite-partitions.ts'
import { expireRejected } from './expire-rejected.ts'
import { expireRuns } from './expire.ts'
import { readRunDates } from './run-dates.ts'

/** Number of runs per transaction, small enough that a concurrent append waits only for milliseconds. */
const runsAtOnce = 20

export function createRetention(pool: Pool, keys: DataKeys, url: string): RetentionStore {
  return {
    expirePersonal: async (step) => {
      const rows = await readRows(pool, step)
      const { runs, next } = dueRuns(rows, await readRunDates(pool, runIdsOf(rows), step.orderPrefix), step)
      const done = { expired: 0, unreadable: [] as string[], unfinished: false }
      for (let from = 0; from < runs.length; from += runsAtOnce) {
        const turn = await expireRuns({ pool, keys }, runs.slice(from, from + runsAtOnce), step)
        done.expired += turn.expired
        done.unreadable.push(...turn.unreadable)
        done.unfinished ||= turn.unfinished
      }
      const place = done.unfinished ? step.after : next
      // Partitions are rewritten only after the last page. Each page may destroy keys in all partitions, so rewriting
      // them after every page would repeat the work.
      if (place === null) await rewritePartitions(pool, url)
      return { expired: done.expired, unreadable: done.unreadable, next: place }
    },

    expireRejected: async (until, limit) => {
      const { removed, destroyed } = await expireRejected(pool, until, limit)
      if (destroyed > 0) await rewritePartitions(pool, url)
      return removed
    },
  }
}

const pages = {
  values: `SELECT p.position AS place, p.run_id AS "runId", own.received_at AS "receivedAt", p.class <> 'invoice' AS reducible
    FROM personal_data p JOIN events own ON own.position = p.position
    WHERE p.position > $1 ORDER BY p.position LIMIT $2`,
  // Receipt 0: a page of rows in any order of receipt does not end the search.
  replays: `SELECT p.position AS place, p.run_id AS "runId", 0 AS "receivedAt", p.class <> 'invoice' AS reducible
    FROM rejected_events r JOIN personal_data p ON p.position = r.position
    WHERE r.state = 'replayed' AND r.position > $1 ORDER BY r.position LIMIT $2`,
  uploads: `SELECT key AS place, run_id AS "runId", created_at AS "receivedAt", true AS reducible
    FROM uploads WHERE key > $1 AND state = 'kept' ORDER BY key LIMIT $2`,
}

async function readRows(pool: Pool, { by, after, limit }: Expiry): Promise<RetainedRow[]> {
  const { rows } = await pool.query<RetainedRow>(pages[by], [after, limit])
  return rows
}
