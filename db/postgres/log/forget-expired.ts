import { type DedupeWindow, futureExpiryLimit } from '#domain/log/decide-append.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'

/** Number of appends from one removal of expired rows to the next. */
const sweepEvery = 20
/**
 * Maximum number of ids removed at a time. No more ids than this are added between two removals, because ingest appends
 * at most 500 events at a time.
 */
const forgottenAtOnce = sweepEvery * 500

/**
 * Returns a function to call in every append. Every 20th call removes expired rows. Suppressed ids expire after 7 days,
 * fingerprints at the end of their dedupe window.
 */
export function forgetExpired() {
  let appends = 0
  let claimedSinceSweep = 0

  return (tx: Transaction, { now, windowMs }: DedupeWindow, claimed: number): void => {
    claimedSinceSweep += claimed
    if (appends++ % sweepEvery !== 0) return
    tx.send({
      name: 'forget-ids',
      text: `DELETE FROM suppressed_ids
        WHERE id IN (SELECT id FROM suppressed_ids WHERE forget_at <= $1 ORDER BY forget_at LIMIT $2)`,
      values: [now, forgottenAtOnce],
    })
    tx.send({
      name: 'forget-contents',
      // Only the oldest rows are read, about twice as many as were added since the last removal. An index on the time
      // is therefore not needed.
      text: `DELETE FROM fingerprints
        WHERE position IN (SELECT position FROM fingerprints ORDER BY position LIMIT $3)
          AND (expires_at <= $1 OR expires_at >= $2)`,
      values: [now, futureExpiryLimit({ now, windowMs }), 2 * claimedSinceSweep + 10],
    })
    claimedSinceSweep = 0
  }
}
