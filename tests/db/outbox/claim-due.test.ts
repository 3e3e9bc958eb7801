import Database from 'better-sqlite3'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { claimDueStatement, findNextStatement } from '#db/outbox/claim-due.ts'
import { finish } from '#db/postgres/outbox/finish.ts'
import { keepPlans } from '#db/sqlite/connection/keep-plans.ts'
import { migrate } from '#db/sqlite/connection/migrate.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const placeholders = { destination: '$1', now: '$2::bigint', leaseMs: '$3::bigint' }

test('on SQLite, the messages of a run are found without reading those of other runs', () => {
  const sqlite = new Database(':memory:')
  onTestFinished(() => void sqlite.close())
  keepPlans(sqlite)
  migrate(sqlite)
  const bound = { destination: 'webhook', now: 1_000_000, leaseMs: 1000, limit: 128, runId: 'run' }
  const named = { destination: '@destination', now: '@now', leaseMs: '@leaseMs' }
  for (const statement of [
    claimDueStatement({ ...named, limit: '@limit' }, 'sqlite'),
    findNextStatement({ ...named, runId: '@runId' }),
  ]) {
    const steps = sqlite.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(bound) as { detail: string }[]
    const searches = steps
      .map(({ detail }) => detail)
      .filter((detail) => / (next|leased|other) /.test(detail))
    expect(searches.length).toBeGreaterThan(0)
    for (const search of searches)
      expect(search).toContain('INDEX outbox_pending (run_id=? AND destination=?)')
  }
})

const databases = postgresDatabases()
test.each([
  ['while none was pending', 3000],
  ['before the table had statistics', 0],
])('on PostgreSQL, they are too, with plans made %s', async (_, delivered) => {
  const client = new Client(await databases.url())
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('ALTER TABLE outbox SET (autovacuum_enabled = off)')
  await client.query('SET plan_cache_mode = force_generic_plan')
  const statements = [claimDueStatement({ ...placeholders, limit: '$4' }, 'postgres'), finish.text]
  const executions = [
    "EXECUTE due ('webhook', 1000000, 1000, 128)",
    `EXECUTE next ('{1,2}', '{1,1}', '{1,1}', '{1,1}', '{200,500}', '{NULL,error}', '{delivered,NULL}', '{NULL,5}',
      '{1}', 'webhook', 1000000, 1000, '{run,other}')`,
  ]
  const add = (state: string, from: number, to: number) =>
    client.query(
      `INSERT INTO outbox (destination, position, run_id, event_type, sequence, message_id, state, attempts,
         next_attempt_at, created_at)
       SELECT 'webhook', i, 'run' || i % 4000, 'step', 1, 'm' || i, $1, 0, i, 1 FROM generate_series($2::int, $3::int) i`,
      [state, from, to],
    )
  if (delivered > 0) {
    await add('delivered', 1, delivered)
    await client.query('VACUUM ANALYZE outbox')
  }
  for (const [index, name] of ['due', 'next'].entries()) {
    // As in the transaction of a claim.
    await client.query(`SET enable_seqscan = ${name === 'due' ? 'off' : 'on'}`)
    await client.query(`PREPARE ${name} AS ${statements[index]!}`)
    await client.query(executions[index]!)
  }
  await add('pending', delivered + 1, delivered + 20_000)
  for (const [index, execution] of executions.entries()) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${execution}`)
    const plan = rows.map((row) => row['QUERY PLAN'])
    for (const name of ['next', 'leased', 'other']) {
      const at = plan.findIndex((line) => line.endsWith(` on outbox ${name}`))
      if (at < 0) expect(statements[index]).not.toContain(`outbox AS ${name}`)
      else expect(plan.slice(at, at + 4).join('\n')).toMatch(/outbox_pending[^]*Index Cond: .*run_id = /)
    }
    expect(plan.join('\n')).not.toMatch(/outbox_state|Seq Scan on outbox/)
  }
})
