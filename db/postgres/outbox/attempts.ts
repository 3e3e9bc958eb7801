import { claimDueStatement, inDueOrder } from '#db/outbox/claim-due.ts'
import type { ClaimRequest, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { claimLock } from '#db/postgres/connection/locks.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'
import { finishTogether } from './finish-together.ts'

const values = { destination: '$1', now: '$2::bigint', leaseMs: '$3::bigint' }

const claim = { name: 'claim-due', text: claimDueStatement({ ...values, limit: '$4' }, 'postgres') }

/** Creates the methods of `OutboxStore` that claim messages and finish attempts. */
export function createAttempts({ pool }: Connection) {
  return {
    /**
     * Takes a lock in a separate statement, so that the claim sees the leases of the previous claim. Without the lock,
     * two processes could lease two messages of the same run, because neither sees the uncommitted lease of the other.
     */
    claimDue: ({
      destination,
      now,
      leaseMs,
      limit,
    }: ClaimRequest & { limit: number }): Promise<OutboxRow[]> =>
      transaction(pool, async (tx) => {
        tx.send({ text: 'SELECT pg_advisory_xact_lock($1, hashtext($2))', values: [claimLock, destination] })
        const { rows } = await tx.query<OutboxRow>({ ...claim, values: [destination, now, leaseMs, limit] })
        return inDueOrder(rows)
      }),

    finish: finishTogether({ pool }),

    postpone: async (id: number, until: number): Promise<void> => {
      await pool.query(
        `UPDATE outbox SET next_attempt_at = $2, leased_until = NULL WHERE id = $1 AND state = 'pending'`,
        [id, until],
      )
    },
  }
}
