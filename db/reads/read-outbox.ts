import type { StopCode } from '#domain/outbox/outcome.ts'
import { outboxColumns } from '#db/outbox/claim-due.ts'
import type { Attempt, DestinationName, OutboxQuery, OutboxRow, OutboxState } from '#db/ports/outbox-store.ts'
import { type QueryPlan, type Sql, allOf, listOf, rowsOf, sql } from '#db/reads/query-plan.ts'

const columns = sql.raw(outboxColumns)

/** Implements `OutboxStore.get`. */
export function* readMessage(id: number): QueryPlan<{ row: OutboxRow; attempts: Attempt[] } | undefined> {
  const [row] = yield* rowsOf<OutboxRow>(sql`SELECT ${columns}, NULL AS content FROM outbox WHERE id = ${id}`)
  if (!row) return undefined
  const attempts = yield* rowsOf<Attempt>(
    sql`SELECT number, started_at AS "startedAt", duration_ms AS "durationMs", status, error
      FROM outbox_attempts WHERE outbox_id = ${id} ORDER BY id`,
  )
  return { row, attempts }
}

/** Implements `OutboxStore.list`. */
export function messagesQuery({ destination, state, tried, before, limit }: OutboxQuery): Sql {
  const conditions = [
    ...(destination === undefined ? [] : [sql`destination = ${destination}`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(tried === undefined ? [] : [tried ? sql`attempts > 0` : sql`attempts = 0`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ]
  const where = conditions.length > 0 ? sql`WHERE ${allOf(conditions)}` : sql``
  return sql`SELECT ${columns}, NULL AS content FROM outbox ${where} ORDER BY id DESC LIMIT ${limit}`
}

/** Implements `OutboxStore.contents`. */
export function contentsQuery(destination: DestinationName, after: number, limit: number): Sql {
  return sql`SELECT ${columns}, content FROM outbox
    WHERE destination = ${destination} AND id > ${after} AND content IS NOT NULL ORDER BY id LIMIT ${limit}`
}

/** Implements `OutboxStore.at`. */
export function messagesAtQuery(destination: DestinationName, positions: readonly number[]): Sql {
  return sql`SELECT ${columns} FROM outbox WHERE destination = ${destination} AND position IN ${listOf(positions)}`
}

/** Implements `OutboxStore.countRetrying`. */
export function retryingQuery(destination: DestinationName): Sql {
  return sql`SELECT count(*) AS retrying FROM outbox
    WHERE destination = ${destination} AND state = 'pending' AND attempts > 0`
}

export interface StateCount {
  destination: DestinationName
  state: OutboxState
  count: number
}

/**
 * Implements `OutboxStore.countByState`. On PostgreSQL, `outbox_counts` can have several rows per destination and
 * state, and a sum has the type numeric.
 */
export const countsByStateQuery = sql`SELECT destination, state, CAST(sum(count) AS bigint) AS count
  FROM outbox_counts GROUP BY destination, state HAVING sum(count) > 0`

export interface DestinationStop {
  code: StopCode
  /** ms since the epoch */
  at: number
}

/** Implements `OutboxStore.stopped`. */
export function stopQuery(destination: DestinationName): Sql {
  return sql`SELECT code, at FROM stopped_destinations WHERE destination = ${destination}`
}
