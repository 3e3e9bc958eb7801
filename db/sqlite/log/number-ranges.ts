import type Database from 'better-sqlite3'
import { type GivenNumbers, type LastNumbers, rangeName, rangesOf } from '#db/log/give-numbers.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'

/** Creates the functions that read and write the last numbers. They must be called within the append's transaction. */
export function createNumberRanges(sqlite: Database.Database) {
  const find = sqlite
    .prepare<[string, number], number>('SELECT last FROM number_ranges WHERE range = ? AND year = ?')
    .pluck()
  const write = sqlite.prepare<[GivenNumbers['last'][number]]>(
    `INSERT INTO number_ranges (range, year, last) VALUES (@range, @year, @last)
     ON CONFLICT (range, year) DO UPDATE SET last = excluded.last`,
  )
  return {
    read: (rows: readonly NewEventRow[]): LastNumbers =>
      new Map(rangesOf(rows).map((one) => [rangeName(one), find.get(one.range, one.year) ?? 0])),
    write: (numbers: GivenNumbers['last']): void => numbers.forEach((one) => write.run(one)),
  }
}
