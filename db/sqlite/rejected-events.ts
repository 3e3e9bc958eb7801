import type Database from 'better-sqlite3'
import type { Rejection } from '../event-log.ts'

/** Refused events without their values, for engineers to look at. */
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
