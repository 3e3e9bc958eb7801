import type { ClaimRequest, NextState } from '#db/ports/outbox-store.ts'
import { maxBlockingDelayMs } from '#domain/outbox/schedule.ts'

/** Selected columns, aliased to the field names of `OutboxRow`. */
export const outboxColumns = `id, destination, position, run_id AS "runId", event_type AS "eventType", sequence,
  message_id AS "messageId", state, attempts, next_attempt_at AS "nextAttemptAt", leased_until AS "leasedUntil",
  created_at AS "createdAt", finished_at AS "finishedAt"`

type Engine = 'sqlite' | 'postgres'

/** SQL placeholders for the values of a statement, for example `@now` for SQLite or `$2::bigint` for PostgreSQL. */
interface Placeholders {
  destination: string
  now: string
  leaseMs: string
}

/**
 * Returns the statement that implements `OutboxStore.claimDue`. If several messages of a run are due, only the oldest
 * is claimed, because a due message blocks all later messages of its run.
 */
export function claimDueStatement(values: Placeholders & { limit: string }, engine: Engine): string {
  const { now, limit } = values
  const indexed = indexedIn[engine]
  const chosen = `SELECT due.id FROM outbox AS due
      WHERE due.state = 'pending' AND due.destination = ${values.destination} AND ${isDue(values)}
      AND NOT EXISTS (
        SELECT 1 FROM outbox AS other ${indexed}
        WHERE other.run_id = due.run_id AND other.destination IS NOT DISTINCT FROM due.destination
          AND other.state = 'pending' AND other.id <> due.id
          AND (other.leased_until > ${now} OR (other.position < due.position AND ${blocksRun('other', now)}))
        ${searchedPerRow[engine]})
      ORDER BY due.next_attempt_at, due.id LIMIT ${limit}`
  const amongChosen = {
    sqlite: `IN (${chosen})`,
    postgres: `= ANY (ARRAY(${chosen} FOR UPDATE OF due SKIP LOCKED))`,
  }
  return claimStatement(values, amongChosen[engine])
}

/**
 * Returns the statement by which `OutboxStore.finish` claims the next message of each run in `runIds` on PostgreSQL. It
 * excludes the messages `finished`: the CTE `finishing` updates them in the same statement, whose snapshot still shows them
 * as pending. It reads the CTE so that this runs first and rows are locked in their order, without deadlocks. It claims
 * nothing of a run whose next message is not due or that has another leased message. A run has at most one next message,
 * so fewer rows are read than by `claimDueStatement`.
 */
export function claimNextStatement(
  values: Placeholders & { runIds: string; finished: string; finishing: string },
): string {
  const next = nextOfRun({ ...values, runId: 'ended.run_id' }, 'postgres')
  return claimStatement(
    values,
    `= ANY (ARRAY(SELECT chosen.id FROM unnest(${values.runIds}) AS ended (run_id) CROSS JOIN LATERAL (
      SELECT due.id FROM ${next} AND (SELECT count(*) FROM ${values.finishing}) >= 0
      FOR UPDATE OF due SKIP LOCKED) AS chosen))`,
  )
}

/**
 * Returns the query that SQLite uses instead of `claimNextStatement`. It finds the same message, and the caller then
 * leases this message by its id. On SQLite, these two statements are faster than a single one, which would store
 * intermediate results in temporary tables.
 */
export function findNextStatement(values: Omit<Placeholders, 'leaseMs'> & { runId: string }): string {
  return `SELECT ${outboxColumns}, content FROM ${nextOfRun(values, 'sqlite')}`
}

type OfRun = Omit<Placeholders, 'leaseMs'> & { runId: string; finished?: string }

function nextOfRun({ finished, ...values }: OfRun, engine: Engine): string {
  const { destination, now, runId } = values
  const ofRun = (name: string) => `FROM outbox AS ${name} ${indexedIn[engine]}
    WHERE ${name}.run_id = ${runId} AND ${name}.destination IS NOT DISTINCT FROM ${destination}
      AND ${name}.state = 'pending' ${finished === undefined ? '' : `AND NOT ${name}.id = ANY (${finished})`}`
  return `outbox AS due
    WHERE due.id = (SELECT next.id ${ofRun('next')} AND ${blocksRun('next', now)} ORDER BY next.position LIMIT 1)
    AND due.state IS NOT DISTINCT FROM 'pending' AND ${isDue(values)}
    AND NOT EXISTS (SELECT 1 ${ofRun('leased')} AND leased.leased_until > ${now})`
}

/**
 * With missing or old statistics, both engines would look for a message of a run in an index that begins with
 * `destination`, and so read all pending messages. On SQLite, this clause prevents it. On PostgreSQL, IS NOT DISTINCT
 * FROM prevents it, because no index is used for such a condition.
 */
const indexedIn: Record<Engine, string> = { sqlite: 'INDEXED BY outbox_pending', postgres: '' }

/**
 * PostgreSQL would turn the search for other messages of a run into a join. If it plans the join while the table is nearly
 * empty, it reads all pending messages for each claim until the table gets new statistics. It never joins a query with OFFSET.
 */
const searchedPerRow: Record<Engine, string> = { sqlite: '', postgres: 'OFFSET 0' }

/** The lower bound is always met. PostgreSQL needs it to use the index `outbox_due` (see `schema.ts`). */
const isDue = ({
  destination,
  now,
}: Omit<Placeholders, 'leaseMs'>) => `due.next_attempt_at BETWEEN 0 AND ${now}
  AND (due.leased_until IS NULL OR due.leased_until <= ${now})
  AND NOT EXISTS (SELECT 1 FROM stopped_destinations AS stopped WHERE stopped.destination = ${destination})
  AND NOT EXISTS (SELECT 1 FROM excluded_runs AS excluded WHERE excluded.run_id = due.run_id)`

/** Returns the condition that a pending message blocks the later messages of its run. */
const blocksRun = (name: string, now: string) => `${name}.next_attempt_at <= ${now} + ${maxBlockingDelayMs}`

function claimStatement({ now, leaseMs }: Placeholders, amongChosen: string): string {
  return `UPDATE outbox SET leased_until = ${now} + ${leaseMs} WHERE id ${amongChosen} RETURNING ${outboxColumns}, content`
}

/**
 * Returns whether a message that is attempted again must be delivered before other ones of its run, so that `finish` claims
 * none.
 */
export function blocksNext(next: NextState, { now }: ClaimRequest): boolean {
  return next.state === 'pending' && next.nextAttemptAt <= now + maxBlockingDelayMs
}

/** Sorts claimed rows by the time at which they were due, because `RETURNING` guarantees no order. */
export function inDueOrder<Row extends { id: number; nextAttemptAt: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.nextAttemptAt - other.nextAttemptAt || one.id - other.id)
}
