import type { StopCode } from '#domain/outbox/outcome.ts'
import type {
  ContentMessage,
  DestinationName,
  EventMessage,
  OutboxExpiry,
  OutboxRow,
} from '#db/ports/outbox-store.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { type Transaction, transaction } from '#db/postgres/connection/transaction.ts'
import { createAttempts } from './attempts.ts'
import { enqueueMessages } from './enqueue.ts'

/** Creates the writing methods of `OutboxStore`. */
export function createOutbox(connection: Connection) {
  const { pool } = connection
  return {
    ...createAttempts(connection),
    ...createRemovals(connection),

    enqueue: async (messages: readonly ContentMessage[]): Promise<void> => {
      if (messages.length === 0) return
      await pool.query(
        `INSERT INTO outbox (destination, message_id, content, state, attempts, next_attempt_at, created_at)
         SELECT m.destination, m.message_id, m.content, 'pending', m.attempts, m.next_attempt_at, m.created_at
         FROM unnest($1::text[], $2::text[], $3::bytea[], $4::int[], $5::bigint[], $6::bigint[])
           AS m (destination, message_id, content, attempts, next_attempt_at, created_at)
         ORDER BY m.message_id
         ON CONFLICT (message_id) WHERE position IS NULL DO UPDATE SET state = 'pending', content = excluded.content,
           attempts = 0, next_attempt_at = excluded.next_attempt_at, created_at = excluded.created_at, finished_at = NULL
         WHERE outbox.state = 'discarded'`,
        columnsOf(messages, {
          destination: 'text',
          messageId: 'text',
          content: 'bytea',
          attempts: 'int',
          nextAttemptAt: 'bigint',
          createdAt: 'bigint',
        }),
      )
    },

    enqueueAbout: (messages: readonly EventMessage[]): Promise<void> =>
      transaction(pool, (tx) => enqueueMessages(tx, messages)),

    makeDue: async (messageIds: readonly string[], now: number): Promise<void> => {
      await pool.query(
        `UPDATE outbox SET next_attempt_at = $2
         WHERE message_id = ANY ($1::text[]) AND position IS NULL AND state = 'pending' AND attempts = 0
           AND leased_until IS NULL`,
        [messageIds, now],
      )
    },

    retry: async (which: { id: number } | { dead: DestinationName }, now: number): Promise<number> => {
      const [chosen, value] =
        'id' in which
          ? (['id = $1', which.id] as const)
          : ([`destination = $1 AND state = 'dead'`, which.dead] as const)
      const { rowCount } = await pool.query(
        // Locks the rows in a fixed order, so that concurrent retries do not deadlock.
        `UPDATE outbox
         SET state = 'pending', attempts = 0, next_attempt_at = $2, leased_until = NULL, finished_at = NULL
         WHERE id IN (
           SELECT id FROM outbox WHERE ${chosen} AND state NOT IN ('held', 'discarded')
             AND (leased_until IS NULL OR leased_until <= $2) AND (position IS NOT NULL OR content IS NOT NULL)
           ORDER BY id FOR NO KEY UPDATE)`,
        [value, now],
      )
      return rowCount ?? 0
    },

    stop: async (destination: DestinationName, code: StopCode, now: number): Promise<void> => {
      await pool.query(
        `INSERT INTO stopped_destinations (destination, code, at) VALUES ($1, $2, $3)
         ON CONFLICT (destination) DO UPDATE SET code = excluded.code, at = excluded.at`,
        [destination, code, now],
      )
    },

    resume: async (destination: DestinationName): Promise<boolean> => {
      const freed = await pool.query('DELETE FROM stopped_destinations WHERE destination = $1', [destination])
      return (freed.rowCount ?? 0) > 0
    },
  }
}

function createRemovals({ pool }: Connection) {
  return {
    remove: (messageIds: readonly string[]): Promise<void> =>
      transaction(pool, async (tx) => {
        const { rows } = await tx.query<{ id: number }>(
          'SELECT id FROM outbox WHERE message_id = ANY ($1::text[]) AND position IS NULL ORDER BY id FOR UPDATE',
          [messageIds],
        )
        await removeRows(
          tx,
          rows.map(({ id }) => id),
        )
      }),

    expire: ({
      destination,
      states,
      until,
      limit,
    }: OutboxExpiry): Promise<Pick<OutboxRow, 'id' | 'state'>[]> =>
      transaction(pool, async (tx) => {
        const { rows } = await tx.query<Pick<OutboxRow, 'id' | 'state'>>(
          `SELECT id, state FROM outbox WHERE destination = $1 AND state = ANY ($2::text[]) AND created_at < $3
           ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED`,
          [destination, states, until, limit],
        )
        await removeRows(
          tx,
          rows.map(({ id }) => id),
        )
        return rows
      }),
  }
}

async function removeRows(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.query('DELETE FROM outbox_attempts WHERE outbox_id = ANY ($1::bigint[])', [ids])
  await tx.query('DELETE FROM outbox WHERE id = ANY ($1::bigint[])', [ids])
}
