import type Database from 'better-sqlite3'
import type { Batch } from '#db/log/append-batch.ts'

export function countDaily(sqlite: Database.Database) {
  const add = sqlite.prepare<[string, string, number]>(
    `INSERT INTO daily_counters (day, name, count) VALUES (?, ?, ?)
     ON CONFLICT (day, name) DO UPDATE SET count = count + excluded.count`,
  )
  return (counts: Batch['counts']) => {
    for (const { day, name, change } of counts) add.run(day, name, change)
  }
}
