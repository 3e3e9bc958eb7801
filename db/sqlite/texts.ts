import type Database from 'better-sqlite3'
import type { KeptText } from '#db/ports/text-store.ts'

/** Creates the writing method of `TextStore`. */
export function createTexts(sqlite: Database.Database) {
  const insert = sqlite.prepare<[KeptText]>(
    `INSERT INTO texts (sha256, name, content, first_seen_at) VALUES (@sha256, @name, @content, @firstSeenAt)
     ON CONFLICT (sha256) DO NOTHING`,
  )
  const insertAll = sqlite.transaction((texts: readonly KeptText[]) => {
    for (const text of texts) insert.run(text)
  })
  return { keep: (texts: readonly KeptText[]): void => insertAll.immediate(texts) }
}

/** Creates the reading method of `TextStore`. */
export function createTextReads(sqlite: Database.Database) {
  const select = sqlite.prepare<[string], KeptText>(
    `SELECT sha256, name, content, first_seen_at AS firstSeenAt FROM texts
     WHERE sha256 IN (SELECT value FROM json_each(?)) ORDER BY sha256`,
  )
  return { find: (hashes: readonly string[]): KeptText[] => select.all(JSON.stringify(hashes)) }
}
