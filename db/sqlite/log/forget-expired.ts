import type Database from 'better-sqlite3'
import { type DedupeWindow, futureExpiryLimit } from '#domain/log/decide-append.ts'

/** Number of appends from one sweep to the next. A sweep removes expired ids and fingerprints. */
const sweepEvery = 20
/**
 * Maximum number of ids that one sweep removes. Ingest appends at most 500 events at a time. Between two sweeps, at
 * most this many ids are therefore added.
 */
const forgottenAtOnce = sweepEvery * 500

/**
 * Returns a function to be called in each append. Every 20th call removes ids that were suppressed more than 7 days
 * ago, and fingerprints of content whose dedupe window has ended.
 */
export function forgetExpired(sqlite: Database.Database) {
  const forgetIds = sqlite.prepare<[number, number]>(
    `DELETE FROM suppressed_ids
     WHERE id IN (SELECT id FROM suppressed_ids WHERE forget_at <= ? ORDER BY forget_at LIMIT ?)`,
  )
  const reach = sqlite
    .prepare<[string, number], string>(
      'SELECT fingerprint FROM fingerprints WHERE fingerprint > ? ORDER BY fingerprint LIMIT 1 OFFSET ?',
    )
    .pluck()
  const forgetContents = sqlite.prepare<[{ from: string; to: string; expired: number; ahead: number }]>(
    `DELETE FROM fingerprints
     WHERE fingerprint > @from AND fingerprint <= @to AND (expires_at <= @expired OR expires_at >= @ahead)`,
  )
  let appends = 0
  let claimedSinceSweep = 0
  let sweptTo = ''

  return ({ now, windowMs }: DedupeWindow, claimed: number): void => {
    claimedSinceSweep += claimed
    if (appends++ % sweepEvery !== 0) return
    forgetIds.run(now, forgottenAtOnce)
    // Each sweep checks the next rows of the table: at least twice as many as were added since the previous sweep.
    // After the last row, the next sweep starts at the first row. In this way all expired rows are found without an
    // index on the expiry time.
    const to = reach.get(sweptTo, 2 * claimedSinceSweep + 10)
    forgetContents.run({
      from: sweptTo,
      to: to ?? '~',
      expired: now,
      ahead: futureExpiryLimit({ now, windowMs }),
    })
    sweptTo = to ?? ''
    claimedSinceSweep = 0
  }
}
