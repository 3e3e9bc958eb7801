import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { readOldestUnsent } from '#db/reads/read-unsent-orders.ts'
import { SQLiteSyncDialect } from '#db/sqlite/connection/drizzle.ts'
import { keepPlans } from '#db/sqlite/connection/keep-plans.ts'
import { migrate } from '#db/sqlite/connection/migrate.ts'

test('on SQLite, the oldest unsent order is found without reading the log', () => {
  const sqlite = new Database(':memory:')
  onTestFinished(() => void sqlite.close())
  keepPlans(sqlite)
  migrate(sqlite)
  const plan = readOldestUnsent()
  plan.next()
  const { value } = plan.next([{ generation: 1, revision: 1, checkpoint: 1, format: 1 }])
  if (typeof value !== 'object') throw new Error('the plan has no second query')
  const { sql, params } = new SQLiteSyncDialect().sqlToQuery(value)
  const steps = sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as { detail: string }[]
  const ofEvents = steps.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) [ed]\b/.test(detail))
  expect(ofEvents.length).toBeGreaterThan(1)
  for (const detail of ofEvents) expect(detail).toContain('INDEX events_run (run_id=?')
})
