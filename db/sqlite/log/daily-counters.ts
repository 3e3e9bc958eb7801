import type Database from 'better-sqlite3'

export function countDaily(sqlite: Database.Database) {
  const add = sqlite.prepare<[string, string, number]>(
    `INSERT INTO daily_counters (day, name, count) VALUES (?, ?, ?)
     ON CONFLICT (day, name) DO UPDATE SET count = count + excluded.count`,
  )
  return (day: string, counts: Record<string, number>) => {
    for (const [name, count] of Object.entries(counts)) {
      if (count > 0) add.run(day, name, count)
    }
  }
}
