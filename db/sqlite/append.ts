import type Database from 'better-sqlite3'
import { berlinDay } from '#domain/berlin-time.ts'
import type { Appended } from '../event-log.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { AppendRows, NewEventRow } from '../append-rows.ts'
import type { Connection } from './connection.ts'
import { claimFingerprints } from './fingerprints.ts'
import { rememberedIds } from './remembered-ids.ts'
import { countDaily } from './daily-counters.ts'
import { keepRejections } from './rejected-events.ts'

/** Appends between two looks for what has expired. */
const sweepEvery = 20

/**
 * The append of `EventLog`, one transaction. Prepared statements instead of Drizzle: this is the hot path,
 * and building and mapping a query costs as much again as SQLite takes to insert a row.
 */
export function createAppend({ sqlite }: Connection, cipher: VaultCipher) {
  const head = sqlite.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck()
  const findOnce = sqlite.prepare<[string], number>('SELECT position FROM once_keys WHERE key = ?').pluck()
  const store = storeRows(sqlite, cipher)
  const ids = rememberedIds(sqlite)
  const fingerprints = claimFingerprints(sqlite)
  const count = countDaily(sqlite)
  const keep = keepRejections(sqlite)
  let appends = 0

  const append = sqlite.transaction((request: AppendRows): Appended[] => {
    const { rows, rejected, now, dedupeWindowMs } = request
    const window = { now, windowMs: dedupeWindowMs }
    const known = ids.find(rows, now)
    let last = head.get() as number

    const results = rows.map((row): Appended => {
      const same = known.get(row.id)
      if (same !== undefined) return { status: 'duplicate', position: same }
      const position = last + 1
      const standing =
        (row.once === null ? undefined : findOnce.get(row.once)) ??
        (row.fingerprint === null ? undefined : fingerprints.claim(row.fingerprint, position, window))
      known.set(row.id, standing ?? position)
      if (standing !== undefined) {
        ids.remember(row.id, standing, now)
        return { status: 'duplicate', position: standing }
      }
      store(row, position)
      last = position
      return { status: 'stored', position }
    })

    const stored = results.filter(({ status }) => status === 'stored').length
    const robot = rows.filter(({ bot }, index) => bot && results[index]!.status === 'stored').length
    count(berlinDay(now), {
      received: rows.length + rejected.length,
      stored,
      duplicate: rows.length - stored,
      rejected: rejected.length,
      robot,
    })
    keep(rejected)
    if (appends++ % sweepEvery === 0) {
      ids.forget(now)
      fingerprints.prune(window)
    }
    return results
  })
  return (request: AppendRows): Appended[] => append.immediate(request)
}

function storeRows(sqlite: Database.Database, cipher: VaultCipher) {
  const insertEvent = sqlite.prepare<(string | number)[]>(
    `INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step,
       occurred_at, sent_at, received_at, at, data, facts, meta)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertPersonal = sqlite.prepare<[number, string, Buffer, Buffer | null]>(
    'INSERT INTO personal_data (position, run_id, ciphertext, email_hmac) VALUES (?, ?, ?, ?)',
  )
  const insertOnce = sqlite.prepare<[string, number]>('INSERT INTO once_keys (key, position) VALUES (?, ?)')

  return (row: NewEventRow, position: number) => {
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
    const email = row.email === null ? null : cipher.emailHmac(row.email)
    insertPersonal.run(position, runId, cipher.seal({ runId, position }, row.personal), email)
  }
}
