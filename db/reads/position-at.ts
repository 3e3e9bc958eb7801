import { minuteMs } from '#domain/time/durations.ts'
import { type QueryPlan, rowsOf, sql } from './query-plan.ts'

/**
 * Maximum difference in ms between the order of positions and the order of `received_at`. Replicas have clocks of their
 * own, and an event can wait for its append.
 */
const maxDisorder = minuteMs

/**
 * Implements `EventLog.positionAt`. There is no index on `received_at`, because every append would have to write it.
 * Positions have no gaps and are almost in the order of these times, so the place is found by bisection and then by
 * reading the events of about one minute.
 */
export function* readPositionAt(instant: number): QueryPlan<number> {
  const [{ head } = { head: 0 }] = yield* rowsOf<{ head: number }>(
    sql`SELECT coalesce(max(position), 0) AS head FROM events`,
  )
  let [low, high] = [0, head]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [event] = yield* rowsOf<{ receivedAt: number }>(
      sql`SELECT received_at AS "receivedAt" FROM events WHERE position = ${middle}`,
    )
    if (event!.receivedAt <= instant - maxDisorder) low = middle
    else high = middle - 1
  }
  const [next] = yield* rowsOf<{ position: number }>(
    sql`SELECT position FROM events WHERE position > ${low} AND received_at > ${instant} ORDER BY position LIMIT 1`,
  )
  return next ? next.position - 1 : head
}
