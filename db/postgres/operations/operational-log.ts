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
import { countOlderConnections } from '#db/postgres/connection/application-name.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { runQuery } from '#db/postgres/connection/run-query-plan.ts'
import { type Transaction, transaction } from '#db/postgres/connection/transaction.ts'

export function createOperationalLog(pool: Pool): OperationalLog {
  return {
    append: (event, at) =>
      transaction(pool, async (tx) => {
        // As in an append of events, the lock is taken by a separate statement, so that the snapshot of the next one
        // includes everything that was committed before.
        tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
        return append(tx, event, at)
      }),

    read: async (query) => {
      const rows = await runQuery<OperationalRow<(typeof query.types)[number]>>(
        pool,
        operationalEventsOf(query),
      )
      return rows.map(toOperationalEvent).toReversed()
    },
  }
}

async function append(
  tx: Transaction,
  { type, once, day, data }: NewOperationalEvent,
  at: number | undefined,
): Promise<OperationalResult> {
  const { rows } = await tx.query<{ existing: number | null; head: number; databaseNow: number }>(
    `SELECT (SELECT position FROM operational_events WHERE once = $1) AS existing, (${headText}) AS head,
       (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "databaseNow"`,
    [once],
  )
  const { existing, head, databaseNow } = rows[0]!
  if (existing !== null) return { status: 'duplicate', position: existing }
  if ((await countOlderConnections(tx)) > 0) return { status: 'postponed' }
  const position = head + 1
  const storedAt = at ?? databaseNow
  await tx.query(
    'INSERT INTO operational_events (position, type, once, day, at, data) VALUES ($1, $2, $3, $4, $5, $6)',
    [position, type, once, day ?? berlinDay(storedAt), storedAt, JSON.stringify(data)],
  )
  return { status: 'stored', position }
}
