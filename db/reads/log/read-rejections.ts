import type { KeptQuery, RejectionRange } from '#db/ports/rejection-store.ts'
import { type Sql, listOf, sql } from '#db/reads/query-plan.ts'

/** Counts the rejected events that are stored with their content, by run. */
export function keptOfRuns(runIds: readonly string[]): Sql {
  return sql`SELECT run_id AS "runId", count(*) AS events,
      CAST(sum(octet_length(CAST(facts AS text)) + octet_length(ciphertext)) AS bigint) AS bytes
    FROM rejected_events WHERE state = 'kept' AND run_id IN ${listOf(runIds)} GROUP BY run_id`
}

/** Reads the newest counter of the bytes of stored contents. */
export const lastKeptDay = sql`SELECT day, count AS bytes FROM daily_counters
  WHERE name = 'keptBytes' ORDER BY day DESC LIMIT 1`

/** Implements `RejectionStore.groups`. */
export function rejectionGroups({ from, before }: RejectionRange, limit: number): Sql {
  return sql`SELECT type, funnel, CAST(issues AS text) AS issues, coalesce(state, 'without-content') AS state,
      count(*) AS count, min(received_at) AS "firstAt", max(received_at) AS "lastAt"
    FROM rejected_events
    WHERE received_at >= ${from} AND received_at < ${before} AND funnel IS NOT NULL
      AND CAST(issues AS text) LIKE '%"unknown!_f%' ESCAPE '!'
    GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 2, 3, 1, 4 LIMIT ${limit}`
}

const columns = sql`id, type, funnel, run_id AS "runId", event_id AS "eventId", received_at AS "receivedAt",
  CAST(facts AS text) AS facts, ciphertext`

/** Implements `RejectionStore.kept`. */
export function keptRejections({ from, before, funnel, issues, afterRun, limit }: KeptQuery): Sql {
  return sql`SELECT ${columns} FROM rejected_events
    WHERE state = 'kept' AND run_id > ${afterRun} AND funnel = ${funnel}
      AND received_at >= ${from} AND received_at < ${before} AND CAST(issues AS text) IN ${listOf(issues)}
    ORDER BY run_id, received_at, id LIMIT ${limit}`
}

/** Implements `RejectionStore.ofRun`. */
export function keptOfRun(runId: string): Sql {
  return sql`SELECT ${columns} FROM rejected_events WHERE state = 'kept' AND run_id = ${runId} ORDER BY received_at, id`
}

/** A row of `keptRejections`. */
export interface SealedRejection {
  id: number
  type: string
  funnel: string
  runId: string
  eventId: string
  receivedAt: number
  facts: string
  ciphertext: Buffer
}
