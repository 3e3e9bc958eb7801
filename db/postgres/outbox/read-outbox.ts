import type { StopCode } from '#domain/outbox/outcome.ts'
import type {
  Attempt,
  ContentRow,
  DestinationName,
  EventRow,
  OutboxQuery,
  OutboxRow,
} from '#db/ports/outbox-store.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
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
  sql,
} from '#db/postgres/connection/drizzle.ts'
import { outbox, outboxAttempts, outboxCounts, stoppedDestinations } from '#db/postgres/schema.ts'

const { id: _, outboxId: _outbox, ...attemptColumns } = getTableColumns(outboxAttempts)
const { content: _content, ...columns } = getTableColumns(outbox)

/** Creates the reading methods of `OutboxStore`. */
export function createOutboxReads({ orm }: Connection) {
  return {
    get: (id: number): Promise<{ row: OutboxRow; attempts: Attempt[] } | undefined> =>
      orm.transaction(
        async (tx) => {
          const [row] = await tx.select(columns).from(outbox).where(eq(outbox.id, id))
          if (!row) return undefined
          const attempts = await tx
            .select(attemptColumns)
            .from(outboxAttempts)
            .where(eq(outboxAttempts.outboxId, id))
            .orderBy(asc(outboxAttempts.id))
          return { row: withoutContent(row), attempts }
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),

    list: async (query: OutboxQuery): Promise<OutboxRow[]> => {
      const rows = await orm
        .select(columns)
        .from(outbox)
        .where(chosen(query))
        .orderBy(desc(outbox.id))
        .limit(query.limit)
      return rows.map(withoutContent)
    },

    contents: async (destination: DestinationName, after: number, limit: number): Promise<ContentRow[]> =>
      orm
        .select()
        .from(outbox)
        .where(and(eq(outbox.destination, destination), gt(outbox.id, after), isNotNull(outbox.content)))
        .orderBy(asc(outbox.id))
        .limit(limit),

    at: async (destination: DestinationName, positions: number[]): Promise<EventRow[]> =>
      (await orm
        .select(columns)
        .from(outbox)
        .where(and(eq(outbox.destination, destination), inArray(outbox.position, positions)))) as EventRow[],

    countRetrying: async (destination: DestinationName): Promise<number> => {
      const [found] = await orm
        .select({ retrying: count() })
        .from(outbox)
        .where(and(eq(outbox.destination, destination), eq(outbox.state, 'pending'), gt(outbox.attempts, 0)))
      return found?.retrying ?? 0
    },

    countByState: () => {
      const sum = sql<number>`sum(${outboxCounts.count})`.mapWith(Number)
      return orm
        .select({ destination: outboxCounts.destination, state: outboxCounts.state, count: sum })
        .from(outboxCounts)
        .groupBy(outboxCounts.destination, outboxCounts.state)
        .having(gt(sum, 0))
    },

    stopped: async (destination: DestinationName): Promise<{ code: StopCode; at: number } | undefined> => {
      const [stop] = await orm
        .select({ code: stoppedDestinations.code, at: stoppedDestinations.at })
        .from(stoppedDestinations)
        .where(eq(stoppedDestinations.destination, destination))
      return stop
    },
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
