import Database from 'better-sqlite3'
import { Client } from 'pg'
import { headText } from '#db/reads/log/log-head.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'

const columns = `position, id, type, funnel, funnel_version, run_id, session_id, step, occurred_at, sent_at, received_at, at,
  data, facts, meta`

function valuesOf(event: StoredEvent): (string | number)[] {
  const { position, id, type, funnel, funnelVersion, runId, sessionId, step } = event
  const { occurredAt, sentAt, receivedAt, at, data, facts, meta } = event
  const texts = [data, facts, meta].map((value) => JSON.stringify(value))
  return [
    position,
    id,
    type,
    funnel,
    funnelVersion,
    runId,
    sessionId,
    step,
    occurredAt,
    sentAt,
    receivedAt,
    at,
    ...texts,
  ]
}

/**
 * Appends events with SQL. The limits on runs do not apply, as in old versions of the service. Each event gets the next
 * free position instead of its `position`.
 */
export async function writeEvents(databaseUrl: string, events: readonly StoredEvent[]): Promise<void> {
  if (databaseUrl.startsWith('file:')) return writeToSqlite(databaseUrl.slice('file:'.length), events)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ head: string }>(headText)
    const head = Number(rows[0]!.head)
    for (let from = 0; from < events.length; from += 1000) {
      const part = events
        .slice(from, from + 1000)
        .map((event, index) => ({ ...event, position: head + from + index + 1 }))
      const rowsOf = part.map((event) => valuesOf(event))
      const arrays = rowsOf[0]!.map((_, column) => rowsOf.map((row) => row[column]))
      await client.query(
        `INSERT INTO events (${columns})
         SELECT a, b, c, d, e, f, g, h, i, j, k, l, m::json, n::json, o::json FROM unnest($1::bigint[], $2::text[], $3::text[],
           $4::text[], $5::int[], $6::text[], $7::text[], $8::int[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
           $13::text[], $14::text[], $15::text[]) AS x (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)`,
        arrays,
      )
    }
  } finally {
    await client.end()
  }
}

function writeToSqlite(file: string, events: readonly StoredEvent[]): void {
  const sqlite = new Database(file)
  try {
    const head = sqlite.prepare<[], number>(headText).pluck().get()!
    const marks = Array.from({ length: 15 }, () => '?').join()
    const insert = sqlite.prepare(`INSERT INTO events (${columns}) VALUES (${marks})`)
    sqlite.transaction(() => {
      for (const [index, event] of events.entries())
        insert.run(valuesOf({ ...event, position: head + index + 1 }))
    })()
  } finally {
    sqlite.close()
  }
}
