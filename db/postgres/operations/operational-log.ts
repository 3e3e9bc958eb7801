import type { Pool } from 'pg'
import type { NewOperationalEvent } from '#domain/operations/operational-event.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { OperationalLog, OperationalResult } from '#db/ports/operational-log.ts'
import { headText } from '#db/reads/log/log-head.ts'
import {
  type OperationalRow,
  operationalEventsOf,
  toOperationalEvent,
} from '#db/reads/log/read-operational-events.ts'
import { countOlderConnections } from '#db/postgres/hosts/application-name.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { runQuery } from '#db/postgres/connection/run-query-plan.ts'
import { type Transaction, transaction } from '#db/postgres/connection/transaction.ts'

export function createOperationalLog(pool: Pool): OperationalLog {
  const appendAll: OperationalLog['appendAll'] = (events, at) =>
    transaction(pool, async (tx) => {
      // As in an append of events, the lock is taken by a separate statement, so that the snapshot of the next one
      // includes everything that was committed before.
      tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
      return store(tx, events, at)
    })
  return {
    append: (event, at) => appendAll([event], at),

    appendAll: async (events, at) => {
      if (events.length === 0) throw new RangeError('no events to append')
      return appendAll(events, at)
    },

    read: async (query) => {
      const rows = await runQuery<OperationalRow<(typeof query.types)[number]>>(
        pool,
        operationalEventsOf(query),
      )
      return rows.map(toOperationalEvent).toReversed()
    },
  }
}

async function store(
  tx: Transaction,
  events: readonly NewOperationalEvent[],
  at: number | undefined,
): Promise<OperationalResult> {
  const { rows } = await tx.query<{ existing: number | null; head: number; databaseNow: number }>(
    `SELECT (SELECT min(position) FROM operational_events WHERE once = ANY($1::text[])) AS existing,
       (${headText}) AS head, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "databaseNow"`,
    [events.map(({ once }) => once)],
  )
  const { existing, head, databaseNow } = rows[0]!
  if (existing !== null) return { status: 'duplicate', position: existing }
  if ((await countOlderConnections(tx)) > 0) return { status: 'postponed' }
  const storedAt = at ?? databaseNow
  // One statement for all events, because the lock stops all other appends meanwhile.
  await tx.query(
    `INSERT INTO operational_events (position, type, once, day, at, data)
     SELECT $1::bigint + number, type, once, day, $2, data::json
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
       AS given (type, once, day, data, number) ORDER BY number`,
    [
      head,
      storedAt,
      events.map(({ type }) => type),
      events.map(({ once }) => once),
      events.map(({ day }) => day ?? berlinDay(storedAt)),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  )
  return { status: 'stored', position: head + events.length }
}
