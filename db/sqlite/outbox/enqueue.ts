import type Database from 'better-sqlite3'
import type { EventMessage } from '#db/ports/outbox-store.ts'

/** Adds messages about events, each once for ever; they are due from the moment when their event was received. */
export function enqueueMessages(sqlite: Database.Database) {
  const insert = sqlite.prepare<[EventMessage & { receivedAt: number }]>(
    `INSERT INTO outbox (destination, position, run_id, event_type, sequence, message_id, state, attempts, next_attempt_at, created_at)
     VALUES (@destination, @position, @runId, @eventType, @sequence, @messageId, 'pending', 0, @receivedAt, @receivedAt)
     ON CONFLICT (destination, position) DO NOTHING`,
  )
  const findReceivedAt = sqlite
    .prepare<[number], number>('SELECT received_at FROM events WHERE position = ?')
    .pluck()
  return (messages: readonly EventMessage[]) => {
    for (const message of messages) {
      const receivedAt = findReceivedAt.get(message.position)
      if (receivedAt === undefined)
        throw new Error(`a message about position ${message.position}, where the log has no event`)
      insert.run({ ...message, receivedAt })
    }
  }
}
