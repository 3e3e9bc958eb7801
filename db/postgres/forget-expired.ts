import type { AppendRows } from '../append-rows.ts'
import type { Transaction } from './transaction.ts'

/** Appends between two looks for what has expired. */
const sweepEvery = 20
const forgottenAtOnce = 100

/** Removes suppressed ids after their 7 days and contents after their window, now and then, with the append at hand. */
export function forgetExpired() {
  let appends = 0
  let contentsSinceSweep = 0

  return (tx: Transaction, { rows, now, dedupeWindowMs }: AppendRows): void => {
    contentsSinceSweep += rows.length
    if (appends++ % sweepEvery !== 0) return
    tx.send({
      name: 'forget-ids',
      text: `DELETE FROM suppressed_ids
        WHERE id IN (SELECT id FROM suppressed_ids WHERE forget_at <= $1 ORDER BY forget_at LIMIT $2)`,
      values: [now, forgottenAtOnce],
    })
    tx.send({
      name: 'forget-contents',
      // Looks at the front of the table only, so it needs no index over the time, and further than it has grown since.
      text: `DELETE FROM fingerprints
        WHERE position IN (SELECT position FROM fingerprints ORDER BY position LIMIT $3)
          AND (expires_at <= $1 OR expires_at > $2)`,
      values: [now, now + dedupeWindowMs, 2 * contentsSinceSweep + 10],
    })
    contentsSinceSweep = 0
  }
}
