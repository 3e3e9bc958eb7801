import type Database from 'better-sqlite3'
import type { Rejection } from '../event-log.ts'

const retention = 30 * 24 * 3600 * 1000
const removedAtOnce = 100

/** Refused events without their values, for engineers to look at. */
export function keepRejections(sqlite: Database.Database) {
  const insert = sqlite.prepare<[number, string | null, string | null, string]>(
    'INSERT INTO rejected_events (received_at, type, funnel, issues) VALUES (?, ?, ?, ?)',
  )
  const expire = sqlite.prepare<[number, number]>(
    `DELETE FROM rejected_events
     WHERE id IN (SELECT id FROM rejected_events WHERE received_at <= ? ORDER BY received_at LIMIT ?)`,
  )
  return {
    keep(rejected: Rejection[]) {
      for (const { receivedAt, type, funnel, issues } of rejected) {
        insert.run(receivedAt, type, funnel, JSON.stringify(issues))
      }
    },
    expire: (now: number) => void expire.run(now - retention, removedAtOnce),
  }
}
