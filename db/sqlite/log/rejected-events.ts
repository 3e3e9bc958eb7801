import type Database from 'better-sqlite3'
import type { Rejection } from '#db/ports/event-log.ts'

/** Returns a function that stores rejected events, without their values, for diagnosis. */
export function keepRejections(sqlite: Database.Database) {
  const insert = sqlite.prepare<[number, string | null, string | null, string]>(
    'INSERT INTO rejected_events (received_at, type, funnel, issues) VALUES (?, ?, ?, ?)',
  )
  return (rejected: Rejection[]) => {
    for (const { receivedAt, type, funnel, issues } of rejected) {
      insert.run(receivedAt, type, funnel, JSON.stringify(issues))
    }
  }
}
