import { berlinDay } from '#domain/berlin-time.ts'
import type { Appended } from '../event-log.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { AppendRows, NewEventRow } from './append-rows.ts'
import type { Connection } from './connection.ts'
import { claimFingerprints } from './fingerprints.ts'
import { rememberedIds } from './remembered-ids.ts'
import { countDaily } from './daily-counters.ts'
import { keepRejections } from './rejected-events.ts'

/**
 * The append of `EventLog`, one transaction. Prepared statements instead of Drizzle: this is the hot path,
 * and building and mapping a query costs as much again as SQLite takes to insert a row.
 */
export function createAppend({ sqlite }: Connection, cipher: VaultCipher) {
  const head = sqlite.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck()
  const insertEvent = sqlite.prepare<[NewEventRow & { position: number }]>(
    `INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step,
       occurred_at, sent_at, received_at, at, data, facts, meta)
     VALUES (@position, @id, @type, @funnel, @funnelVersion, @runId, @sessionId, @step,
       @occurredAt, @sentAt, @receivedAt, @at, @data, @facts, @meta)`,
  )
  const insertPersonal = sqlite.prepare<[number, string, Buffer, Buffer | null]>(
    'INSERT INTO personal_data (position, run_id, ciphertext, email_hmac) VALUES (?, ?, ?, ?)',
  )
  const findOnce = sqlite.prepare<[string], number>('SELECT position FROM once_keys WHERE key = ?').pluck()
  const insertOnce = sqlite.prepare<[string, number]>('INSERT INTO once_keys (key, position) VALUES (?, ?)')
  const ids = rememberedIds(sqlite)
  const fingerprints = claimFingerprints(sqlite)
  const count = countDaily(sqlite)
  const rejections = keepRejections(sqlite)

  function store(row: NewEventRow, position: number) {
    insertEvent.run({ ...row, position })
    if (row.once !== null) insertOnce.run(row.once, position)
    if (row.personal === null) return
    const email = row.email === null ? null : cipher.emailHmac(row.email)
    insertPersonal.run(position, row.runId, cipher.seal({ runId: row.runId, position }, row.personal), email)
  }

  const append = sqlite.transaction((request: AppendRows): Appended[] => {
    const { rows, rejected, now, dedupeWindowMs } = request
    const known = ids.find(rows, now)
    let last = head.get() as number

    const results = rows.map((row): Appended => {
      const same = known.get(row.id)
      if (same !== undefined) return { status: 'duplicate', position: same }
      const position = last + 1
      const standing =
        (row.once === null ? undefined : findOnce.get(row.once)) ??
        (row.fingerprint === null
          ? undefined
          : fingerprints.claim(row.fingerprint, { position, now, windowMs: dedupeWindowMs }))
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
    count(berlinDay(now), {
      received: rows.length + rejected.length,
      stored,
      duplicate: rows.length - stored,
      rejected: rejected.length,
    })
    rejections.keep(rejected, now)
    ids.forget(now)
    fingerprints.prune({ now, windowMs: dedupeWindowMs, claimed: rows.length })
    return results
  })
  return (request: AppendRows): Appended[] => append.immediate(request)
}
