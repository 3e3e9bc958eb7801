// Yardstick for the benchmark of ten-event posts on SQLite. Inserts the events into the table `events` directly with
// better-sqlite3, without the service.
import path from 'node:path'
import process from 'node:process'
import { toAppendRows } from '#db/ports/append-rows.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import { openWriter } from '#db/sqlite/connection/connection.ts'
import { migrate } from '#db/sqlite/connection/migrate.ts'
import { handleMessages } from '#loadtest/bench/setup/start-process.ts'
import { tenEventPosts } from '#loadtest/bench/load/ten-events.ts'

const rowsPerTransaction = 100

const { sqlite } = openWriter(path.join(process.argv[2]!, 'raw-inserts.db'), { busyTimeoutMs: 5000 })
migrate(sqlite)
const insert = sqlite.prepare<(string | number)[]>(
  `INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step,
     occurred_at, sent_at, received_at, at, data, facts, meta)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
let position = 0

const insertAll = sqlite.transaction((rows: NewEventRow[]) => {
  for (const row of rows)
    insert.run(
      ++position,
      row.id,
      row.type,
      row.funnel,
      row.funnelVersion,
      row.runId,
      row.sessionId,
      row.step,
      row.occurredAt,
      row.sentAt,
      row.receivedAt,
      row.at,
      row.data,
      row.facts,
      row.meta,
    )
})

handleMessages(async ({ posts }: { posts: number }) => {
  const events = tenEventPosts(posts, { now: Date.now, random: Math.random })
  const { rows } = toAppendRows({ events, rejected: [], now: Date.now(), dedupeWindowMs: 0 })
  const startedAt = performance.now()
  for (let from = 0; from < rows.length; from += rowsPerTransaction)
    insertAll.immediate(rows.slice(from, from + rowsPerTransaction))
  return { rows: rows.length, seconds: (performance.now() - startedAt) / 1000 }
})
