import type Database from 'better-sqlite3'
import type { NewDelivery } from '../delivery-store.ts'

/** A message is owed once for ever, from the moment its event was received. */
export function oweDeliveries(sqlite: Database.Database) {
  const insert = sqlite.prepare<[NewDelivery & { receivedAt: number }]>(
    `INSERT INTO deliveries (endpoint, position, run_id, event_type, sequence, webhook_id, state, attempts, next_attempt_at, created_at)
     VALUES (@endpoint, @position, @runId, @eventType, @sequence, @webhookId, 'pending', 0, @receivedAt, @receivedAt)
     ON CONFLICT (endpoint, position) DO NOTHING`,
  )
  const findReceivedAt = sqlite
    .prepare<[number], number>('SELECT received_at FROM events WHERE position = ?')
    .pluck()
  return (deliveries: NewDelivery[]) => {
    for (const delivery of deliveries) {
      const receivedAt = findReceivedAt.get(delivery.position)
      if (receivedAt === undefined) {
        throw new Error(`a delivery for position ${delivery.position}, where the log has no event`)
      }
      insert.run({ ...delivery, receivedAt })
    }
  }
}
