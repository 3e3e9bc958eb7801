import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { removableBetween } from '#db/sqlite/log/archive.ts'
import { SQLiteSyncDialect } from '#db/sqlite/connection/drizzle.ts'
import { keepPlans } from '#db/sqlite/connection/keep-plans.ts'
import { migrate } from '#db/sqlite/connection/migrate.ts'

/** Tables that grow with the log, by the name under which the query reads them, and the index for each. */
const indexes = {
  events: 'SEARCH events USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
  live: 'SEARCH live USING INDEX runs_run (generation=? AND run_id=?)',
  e: 'INDEX events_run (run_id=?',
  o: 'SEARCH o USING INDEX outbox_event (destination=? AND position=?)',
  p: 'SEARCH p USING INTEGER PRIMARY KEY (rowid=?)',
  h: 'SEARCH h USING INTEGER PRIMARY KEY (rowid=?)',
  k: 'SEARCH k USING INDEX data_keys_run (run_id=?)',
  u: 'SEARCH u USING COVERING INDEX uploads_run (run_id=?)',
  a: 'SEARCH a USING PRIMARY KEY (run_id=?)',
}

test('a step of a removal reads only rows of its runs, however many runs and messages there are', () => {
  const sqlite = new Database(':memory:')
  onTestFinished(() => void sqlite.close())
  keepPlans(sqlite)
  migrate(sqlite)
  const query = removableBetween({ after: 0, upTo: 10_000 }, 500, 1000)
  const { sql, params } = new SQLiteSyncDialect().sqlToQuery(query)
  const steps = sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as { detail: string }[]
  for (const [name, expected] of Object.entries(indexes)) {
    const reads = steps.map(({ detail }) => detail).filter((detail) => detail.split(' ')[1] === name)
    expect(reads.length, name).toBeGreaterThan(0)
    for (const read of reads) expect(read).toContain(expected)
  }
})
