import type Database from 'better-sqlite3'
import type { EventMessage } from '#db/ports/outbox-store.ts'

/**
 * Returns a function that adds messages about events, at most one per destination and position. By default, a
 * message is due as soon as its event has been received. The function must be called within a transaction.
 */
export function enqueueMessages(sqlite: Database.Database) {
  const insert = sqlite.prepare<[Omit<EventMessage, 'dueAt'> & { receivedAt: number; dueAt: number }]>(
    `INSERT INTO outbox (destination, position, run_id, event_type, sequence, message_id, state, attempts, next_attempt_at, created_at)
     VALUES (@destination, @position, @runId, @eventType, @sequence, @messageId, 'pending', 0, @dueAt, @receivedAt)
     ON CONFLICT (destination, position) DO NOTHING`,
  )
  const findReceivedAt = sqlite
    .prepare<[number], number>('SELECT received_at FROM events WHERE position = ?')
    .pluck()
  return (messages: readonly EventMessage[]) => {
    for (const message of messages) {
      const receivedAt = findReceivedAt.get(message.position)
      if (receivedAt === undefined)
        throw new Error(
          `cannot enqueue a message about position ${message.position}: the log has no event there`,
        )
      insert.run({ ...message, receivedAt, dueAt: message.dueAt ?? receivedAt })
    }
  }
}
