import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
} from '#db/sqlite/connection/drizzle.ts'
import type { StopCode } from '#domain/outbox/outcome.ts'
import type {
  Attempt,
  ContentRow,
  DestinationName,
  EventRow,
  OutboxQuery,
  OutboxRow,
} from '#db/ports/outbox-store.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { outbox, outboxAttempts, outboxCounts, stoppedDestinations } from '#db/sqlite/schema.ts'

const { id: _, outboxId: _outbox, ...attemptColumns } = getTableColumns(outboxAttempts)
const { content: _content, ...columns } = getTableColumns(outbox)

/** Creates the reading methods of `OutboxStore`. */
export function createOutboxReads({ orm }: Connection) {
  return {
    get: (id: number): { row: OutboxRow; attempts: Attempt[] } | undefined =>
      orm.transaction((tx) => {
        const row = tx.select(columns).from(outbox).where(eq(outbox.id, id)).get()
        if (!row) return undefined
        const attempts = tx
          .select(attemptColumns)
          .from(outboxAttempts)
          .where(eq(outboxAttempts.outboxId, id))
          .orderBy(asc(outboxAttempts.id))
          .all()
        return { row: withoutContent(row), attempts }
      }),
    list: (query: OutboxQuery): OutboxRow[] =>
      orm
        .select(columns)
        .from(outbox)
        .where(chosen(query))
        .orderBy(desc(outbox.id))
        .limit(query.limit)
        .all()
        .map(withoutContent),
    contents: (destination: DestinationName, after: number, limit: number): ContentRow[] =>
      orm
        .select()
        .from(outbox)
        .where(and(eq(outbox.destination, destination), gt(outbox.id, after), isNotNull(outbox.content)))
        .orderBy(asc(outbox.id))
        .limit(limit)
        .all(),
    at: (destination: DestinationName, positions: number[]): EventRow[] =>
      orm
        .select(columns)
        .from(outbox)
        .where(and(eq(outbox.destination, destination), inArray(outbox.position, positions)))
        .all() as EventRow[],
    countRetrying: (destination: DestinationName): number =>
      orm
        .select({ retrying: count() })
        .from(outbox)
        .where(and(eq(outbox.destination, destination), eq(outbox.state, 'pending'), gt(outbox.attempts, 0)))
        .get()?.retrying ?? 0,
    countByState: () => orm.select().from(outboxCounts).where(gt(outboxCounts.count, 0)).all(),
    stopped: (destination: DestinationName): { code: StopCode; at: number } | undefined =>
      orm
        .select({ code: stoppedDestinations.code, at: stoppedDestinations.at })
        .from(stoppedDestinations)
        .where(eq(stoppedDestinations.destination, destination))
        .get(),
  }
}

function withoutContent<Row>(row: Row) {
  return { ...row, content: null }
}

function chosen({ destination, state, tried, before }: OutboxQuery) {
  return and(
    destination && eq(outbox.destination, destination),
    state && eq(outbox.state, state),
    tried === undefined ? undefined : tried ? gt(outbox.attempts, 0) : eq(outbox.attempts, 0),
    before === undefined ? undefined : lt(outbox.id, before),
  )
}
