// The yardstick of ten-event posts: the rows of such events, put into the same table by better-sqlite3 alone.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import process from 'node:process'
import { type NewEventRow, toAppendRows } from '#db/sqlite/append-rows.ts'
import { openWriter } from '#db/sqlite/connection.ts'
import { migrate } from '#db/sqlite/migrate.ts'
import { berlinDate } from '#domain/berlin-time.ts'
import type { EnvelopeInput } from '#domain/events.ts'
import { checkEvent } from '#service/ingest/check-event.ts'
import { fingerprintKey } from '#service/ingest/fingerprint.ts'
import { newEvents } from '#service/ingest/new-event.ts'
import { readEnvelope } from '#service/ingest/read-envelope.ts'
import { readUserAgent } from '#service/ingest/read-user-agent.ts'
import { bodiesOf } from './mixes.ts'
import { answerMessages } from './start-process.ts'

const rowsPerTransaction = 100

const { sqlite } = openWriter(path.join(process.argv[2]!, 'raw-inserts.db'), { busyTimeoutMs: 5000 })
migrate(sqlite)
const insert = sqlite.prepare<(string | number)[]>(
  `INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step,
     occurred_at, sent_at, received_at, at, data, facts, meta)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
let position = 0

function rowsOf(body: EnvelopeInput): NewEventRow[] {
  const receivedAt = Date.now()
  const envelope = readEnvelope(body)
  const accepted = envelope.events
    .map((raw) => checkEvent(raw, berlinDate(receivedAt)))
    .filter((checked) => checked.ok)
  const events = newEvents(accepted, {
    envelope,
    receivedAt,
    userAgent: readUserAgent('Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile'),
    fingerprintKey: fingerprintKey(randomBytes(32)),
    newOrderNumber: () => 'FL-0123456789',
  })
  return toAppendRows({ events, rejected: [], now: receivedAt, dedupeWindowMs: 0 }).rows
}

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

answerMessages(async ({ posts }: { posts: number }) => {
  const bodies = bodiesOf('ten', { now: Date.now, random: Math.random })
  const rows = Array.from({ length: posts }, () => rowsOf(bodies.next().value)).flat()
  const startedAt = performance.now()
  for (let from = 0; from < rows.length; from += rowsPerTransaction)
    insertAll.immediate(rows.slice(from, from + rowsPerTransaction))
  return { rows: rows.length, seconds: (performance.now() - startedAt) / 1000 }
})
