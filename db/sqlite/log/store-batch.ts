import type Database from 'better-sqlite3'
import type { BatchKeys } from '#db/keys/batch-keys.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Batch } from '#db/log/append-batch.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import { type DataClass, classOfEvent } from '#domain/retention/data-class.ts'
import { countDaily } from './daily-counters.ts'
import { keepRejections } from './rejected-events.ts'

/** Returns a function that writes all rows of an append. It must be called within the transaction of the append. */
export function prepareStoreBatch(sqlite: Database.Database, keys: DataKeys) {
  const store = storeRows(sqlite, keys)
  const remember = rememberClaims(sqlite)
  const count = countDaily(sqlite)
  const keep = keepRejections(sqlite)
  return (batch: Batch, held: BatchKeys): void => {
    for (const { row, position } of batch.stored) store(row, position, held)
    remember(batch)
    count(batch.counts)
    keep(batch, held)
  }
}

function storeRows(sqlite: Database.Database, keys: Pick<DataKeys, 'emailHmac' | 'nameHmac'>) {
  const insertEvent = sqlite.prepare<(string | number)[]>(
    `INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step,
       occurred_at, sent_at, received_at, at, data, facts, meta)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertPersonal = sqlite.prepare<[number, string, DataClass, Buffer]>(
    'INSERT INTO personal_data (position, run_id, class, ciphertext) VALUES (?, ?, ?, ?)',
  )
  const insertHmac = sqlite.prepare<[number, string, Buffer]>(
    'INSERT INTO email_hmacs (position, run_id, hmac) VALUES (?, ?, ?)',
  )
  const insertName = sqlite.prepare<[number, string, number, Buffer]>(
    'INSERT INTO name_hmacs (position, run_id, word, hmac) VALUES (?, ?, ?, ?)',
  )
  const insertOnce = sqlite.prepare<[string, number]>('INSERT INTO once_keys (key, position) VALUES (?, ?)')

  return (row: NewEventRow, position: number, held: BatchKeys) => {
    const { id, type, funnel, funnelVersion, runId, sessionId, step } = row
    const { occurredAt, sentAt, receivedAt, at, data, facts, meta } = row
    insertEvent.run(
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
      data,
      facts,
      meta,
    )
    if (row.once !== null) insertOnce.run(row.once, position)
    if (row.personal === null) return
    insertPersonal.run(position, runId, classOfEvent(type), held.seal(row, position))
    if (row.email !== null) insertHmac.run(position, runId, keys.emailHmac(row.email))
    row.names?.forEach((name, word) => insertName.run(position, runId, word, keys.nameHmac(name)))
  }
}

function rememberClaims(sqlite: Database.Database) {
  const claim = sqlite.prepare<[string, number, number]>(
    `INSERT INTO fingerprints (fingerprint, position, expires_at) VALUES (?, ?, ?)
     ON CONFLICT (fingerprint) DO UPDATE SET position = excluded.position, expires_at = excluded.expires_at`,
  )
  const suppress = sqlite.prepare<[string, number, number]>(
    `INSERT INTO suppressed_ids (id, position, forget_at) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET position = excluded.position, forget_at = excluded.forget_at`,
  )
  const use = sqlite.prepare<[string, number, number]>(
    `INSERT INTO run_usage (run_id, events, bytes) VALUES (?, ?, ?)
     ON CONFLICT (run_id) DO UPDATE SET events = events + excluded.events, bytes = bytes + excluded.bytes`,
  )
  return ({ contents, suppressed, usage }: Batch) => {
    for (const [fingerprint, { position, expiresAt }] of contents) claim.run(fingerprint, position, expiresAt)
    for (const { id, position, forgetAt } of suppressed) suppress.run(id, position, forgetAt)
    for (const [runId, { events, bytes }] of usage) use.run(runId, events, bytes)
  }
}
