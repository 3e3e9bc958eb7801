// Yardstick for ten-event posts on PostgreSQL: inserts the rows of such posts into the table `events`, using only pg.
import process from 'node:process'
import { Client } from 'pg'
import { toAppendRows } from '#db/ports/append-rows.ts'
import { migrate } from '#db/postgres/connection/migrate.ts'
import { handleMessages } from '#loadtest/bench/setup/start-process.ts'
import { tenEventPosts } from '#loadtest/bench/load/ten-events.ts'

const rowsPerStatement = 100

const url = process.env['DATABASE_URL']!
await migrate(url)
const client = new Client({ connectionString: url })
await client.connect()
let position = 0

const columns = [
  'position',
  'id',
  'type',
  'funnel',
  'funnelVersion',
  'runId',
  'sessionId',
  'step',
  'occurredAt',
  'sentAt',
  'receivedAt',
  'at',
  'data',
  'facts',
  'meta',
] as const

const statement = {
  name: 'raw-unnest',
  text: `INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step,
      occurred_at, sent_at, received_at, at, data, facts, meta)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::int[],
      $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::json[], $14::json[], $15::json[])`,
}

handleMessages(async ({ posts }: { posts: number }) => {
  const events = tenEventPosts(posts, { now: Date.now, random: Math.random })
  const rows = toAppendRows({ events, rejected: [], now: Date.now(), dedupeWindowMs: 0 }).rows.map((row) => ({
    ...row,
    position: ++position,
  }))
  const startedAt = performance.now()
  // Each statement is a separate transaction.
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const some = rows.slice(from, from + rowsPerStatement)
    await client.query({ ...statement, values: columns.map((name) => some.map((row) => row[name])) })
  }
  return { rows: rows.length, seconds: (performance.now() - startedAt) / 1000 }
})
