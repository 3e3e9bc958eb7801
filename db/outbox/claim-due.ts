import { maxBlockingDelayMs } from '#domain/outbox/schedule.ts'

/** Selected columns, aliased to the field names of `OutboxRow`. */
export const outboxColumns = `id, destination, position, run_id AS "runId", event_type AS "eventType", sequence,
  message_id AS "messageId", state, attempts, next_attempt_at AS "nextAttemptAt", leased_until AS "leasedUntil",
  created_at AS "createdAt", finished_at AS "finishedAt"`

/** SQL placeholders for the values of the statement, for example `@now` for SQLite or `$2::bigint` for PostgreSQL. */
interface Placeholders {
  destination: string
  now: string
  leaseMs: string
  limit: string
  /** Placeholder of a run id. If given, only messages of this run are claimed. */
  runId?: string
}

/**
 * Returns the statement that implements `OutboxStore.claimDue`. If several messages of a run are due, only the oldest
 * is claimed, because a due message blocks all later messages of its run.
 */
export function claimStatement(values: Placeholders, engine: 'sqlite' | 'postgres'): string {
  const { destination, now, leaseMs, limit, runId } = values
  const chosen = `SELECT due.id FROM outbox AS due
    WHERE due.state = 'pending' AND due.destination = ${destination} AND due.next_attempt_at <= ${now}
      AND (due.leased_until IS NULL OR due.leased_until <= ${now})
      ${runId === undefined ? '' : `AND due.run_id = ${runId}`}
      AND NOT EXISTS (SELECT 1 FROM stopped_destinations AS stopped WHERE stopped.destination = ${destination})
      AND NOT EXISTS (SELECT 1 FROM excluded_runs AS excluded WHERE excluded.run_id = due.run_id)
      AND NOT EXISTS (
        SELECT 1 FROM outbox AS other
        WHERE other.run_id = due.run_id AND other.destination = due.destination AND other.state = 'pending'
          AND other.id <> due.id
          AND (other.leased_until > ${now}
            OR (other.position < due.position AND other.next_attempt_at <= ${now} + ${maxBlockingDelayMs})))
    ORDER BY due.next_attempt_at, due.id LIMIT ${limit}`
  const among = {
    sqlite: `IN (${chosen})`,
    postgres: `= ANY (ARRAY(${chosen} FOR UPDATE OF due SKIP LOCKED))`,
  }
  return `UPDATE outbox SET leased_until = ${now} + ${leaseMs} WHERE id ${among[engine]} RETURNING ${outboxColumns}, content`
}

/** Sorts claimed rows by the time at which they were due, because `RETURNING` guarantees no order. */
export function inDueOrder<Row extends { id: number; nextAttemptAt: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.nextAttemptAt - other.nextAttemptAt || one.id - other.id)
}
