import type { EventMessage } from '#db/ports/outbox-store.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'

/**
 * Adds messages about events, at most one per destination and position. By default, a message is due from the time at
 * which its event was received.
 */
export async function enqueueMessages(client: Queryable, messages: readonly EventMessage[]) {
  if (messages.length === 0) return
  const [{ rows }] = await Promise.all([write(client, messages), sumCounts(client)])
  const unknown = rows[0]
  if (unknown)
    throw new Error(`cannot enqueue a message about position ${unknown.position}: the log has no event there`)
}

/** Inserts the messages about existing events. If the log has no event at some positions, returns the first of them. */
function write(client: Queryable, messages: readonly EventMessage[]) {
  // Not prepared: a plan from a time when the newest partition of the log was empty would read all of it per message.
  return client.query<{ position: number }>({
    text: `WITH pending AS (
       SELECT m.*, e.received_at
       FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::text[], $7::bigint[])
         AS m (destination, position, run_id, event_type, sequence, message_id, due_at)
       LEFT JOIN events e USING (position)
     ), written AS (
       INSERT INTO outbox
         (destination, position, run_id, event_type, sequence, message_id, state, attempts, next_attempt_at, created_at)
       SELECT destination, position, run_id, event_type, sequence, message_id, 'pending', 0, coalesce(due_at, received_at), received_at
       FROM pending WHERE received_at IS NOT NULL ORDER BY position, destination
       ON CONFLICT (destination, position) DO NOTHING
     )
     SELECT position FROM pending WHERE received_at IS NULL ORDER BY position LIMIT 1`,
    values: columnsOf(
      messages.map((message) => ({ ...message, dueAt: message.dueAt ?? null })),
      {
        destination: 'text',
        position: 'bigint',
        runId: 'text',
        eventType: 'text',
        sequence: 'int',
        messageId: 'text',
        dueAt: 'bigint',
      },
    ),
  })
}

/**
 * Compacts `outbox_counts`, to which triggers add a row for every change of a message. The callers hold a lock on
 * `generations`, so that no two processes compact the table at the same time.
 */
function sumCounts(client: Queryable) {
  return client.query({
    name: 'sum-outbox-counts',
    text: `WITH taken AS (DELETE FROM outbox_counts RETURNING destination, state, count)
     INSERT INTO outbox_counts (destination, state, count)
     SELECT destination, state, sum(count) FROM taken GROUP BY destination, state`,
  })
}
