import { minuteMs } from '#domain/time/durations.ts'
import { headQuery } from '#db/reads/log/log-head.ts'
import { archiveEndQuery } from '#db/reads/log/read-archive.ts'
import { type QueryPlan, type Sql, rowsOf, sql } from './query-plan.ts'

/**
 * Maximum difference in ms between the order of positions and the order of `received_at`. Replicas have clocks of their
 * own, and an event can wait for its append.
 */
const maxDisorder = minuteMs

/** Implements `EventLog.timeAt`. */
export function timeAtQuery(position: number): Sql {
  return sql`SELECT received_at AS at FROM events WHERE position = ${position}
    UNION ALL SELECT at FROM operational_events WHERE position = ${position}
    UNION ALL SELECT first_at FROM archived_ranges WHERE after + 1 = ${position}`
}

/** The log at a position was archived after the snapshot of the transaction. The next transaction does not see the position. */
export class ArchivedMeanwhile extends Error {
  override name = 'ArchivedMeanwhile'
}

/**
 * Implements `EventLog.positionAt`. There is no index on `received_at`, because every append would have to write it.
 * After the archived ranges, positions have no gaps over both tables and are almost in the order of these times, so the
 * place is found by bisection and then by reading the events of about one minute. Throws `ArchivedMeanwhile` if there is
 * a gap.
 */
export function* readPositionAt(instant: number): QueryPlan<number> {
  const [{ head } = { head: 0 }] = yield* rowsOf<{ head: number }>(headQuery)
  const [{ end } = { end: 0 }] = yield* rowsOf<{ end: number }>(archiveEndQuery)
  let [low, high] = [end, head]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [event] = yield* rowsOf<{ at: number }>(timeAtQuery(middle))
    if (!event) throw new ArchivedMeanwhile(`the log at position ${middle} was archived`)
    if (event.at <= instant - maxDisorder) low = middle
    else high = middle - 1
  }
  const [next] = yield* rowsOf<{ position: number }>(
    sql`SELECT position FROM (
        SELECT position FROM events WHERE position > ${low} AND received_at > ${instant} ORDER BY position LIMIT 1) AS event
      UNION ALL SELECT position FROM (
        SELECT position FROM operational_events WHERE position > ${low} AND at > ${instant} ORDER BY position LIMIT 1) AS own
      ORDER BY position LIMIT 1`,
  )
  return next ? next.position - 1 : head
}
