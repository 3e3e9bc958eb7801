import type Database from 'better-sqlite3'
import { type DedupeWindow, futureExpiryLimit } from '#domain/log/decide-append.ts'

/** Number of appends between sweeps. */
const sweepEvery = 20
/** Maximum number of ids added between two sweeps: an append of ingest has at most 500 events. */
const forgottenAtOnce = sweepEvery * 500

/** Periodically removes expired suppressed ids (after 7 days) and contents (after their window), within an append. */
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
    // Sweeps the table in rounds. Each step covers twice as many rows as were added since the last one, so no index on
    // the time is needed.
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
