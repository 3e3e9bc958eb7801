import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { readMigrationFiles } from '#db/postgres/connection/drizzle.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { segmentPart } from '#domain/runs/dimensions.ts'
import { piiKey, runSegment } from '#tests/db/contract/setup.ts'

const databases = postgresDatabases()
const before = 3

/**
 * Creates a database with the schema before the migration under test. In that schema, `drop_off` has a separate row for
 * each measure of a day. The migration combines these rows into one row per day.
 */
async function openOld(): Promise<{ url: string; pool: Pool }> {
  const url = await databases.emptyUrl()
  const pool = new Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {})
  await pool.query(
    `CREATE TABLE __drizzle_migrations
      (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, hash text NOT NULL, created_at bigint NOT NULL)`,
  )
  for (const { sql, hash } of readMigrationFiles({ migrationsFolder: 'migrations/postgres' }).slice(
    0,
    before,
  )) {
    for (const statement of sql) await pool.query(statement)
    await pool.query('INSERT INTO __drizzle_migrations (hash, created_at) VALUES ($1, 0)', [hash])
  }
  return { url, pool }
}

test('the migration to one row per day keeps the counts', async () => {
  const { url, pool } = await openOld()
  const add = (segment: number, day: string, measure: string, runs: number) =>
    pool.query("INSERT INTO drop_off VALUES (1, 'anmeldung', $1, $2, 1, $3, $4)", [
      segment,
      day,
      measure,
      runs,
    ])
  await pool.query("INSERT INTO segments (device, source, medium, campaign) VALUES ('mobile', 'a', 'b', 'c')")
  await add(0, '2026-11-01', 'stage:1', 3)
  await add(0, '2026-11-01', 'completed', 2)
  await add(0, '2026-11-02', 'completed', 9)
  await add(1, '2026-11-02', 'completed', 9)
  await add(0, '2026-11-02', 'abandoned', 0)
  await pool.end()

  const store = await openPostgresStore({ url, piiKey, supervise: false })
  const about = { funnel: 'anmeldung', version: 1 }
  const segment = segmentPart(runSegment({ source: 'a', medium: 'b', campaign: 'c' }), 'campaign')
  expect((await store.projections.dump(1)).dropOff).toEqual([
    { ...about, day: '2026-11-01', segment: null, measure: 'completed', runs: 2 },
    { ...about, day: '2026-11-01', segment: null, measure: 'stage:1', runs: 3 },
    { ...about, day: '2026-11-02', segment: null, measure: 'completed', runs: 9 },
    { ...about, day: '2026-11-02', segment, measure: 'completed', runs: 9 },
  ])
  await store.close()
})
