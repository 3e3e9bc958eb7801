import { claimDueStatement, claimNextStatement, inDueOrder } from '#db/outbox/claim-due.ts'
import type { Attempt, ClaimRequest, NextState, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { claimLock } from '#db/postgres/connection/locks.ts'
import { type Transaction, transaction } from '#db/postgres/connection/transaction.ts'

const values = { destination: '$1', now: '$2::bigint', leaseMs: '$3::bigint' }

const claim = { name: 'claim-due', text: claimDueStatement({ ...values, limit: '$4' }, 'postgres') }
const claimNext = {
  name: 'claim-next-of-run',
  text: claimNextStatement({ ...values, runId: '$4' }),
}

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

    /**
     * Needs no lock. Until the commit, other processes still see the lease of the finished message, so they skip the
     * run. The commit ends this lease and begins the lease of the next message at the same time.
     */
    finish: (
      row: Pick<OutboxRow, 'id' | 'runId'>,
      attempt: Attempt,
      next: NextState,
      request?: ClaimRequest,
    ): Promise<OutboxRow | undefined> =>
      transaction(pool, async (tx) => {
        finish(tx, row.id, attempt, next)
        if (!request || row.runId === null) return undefined
        const { destination, now, leaseMs } = request
        const claimed = await tx.query<OutboxRow>({
          ...claimNext,
          values: [destination, now, leaseMs, row.runId],
        })
        return claimed.rows[0]
      }),

    postpone: async (id: number, until: number): Promise<void> => {
      await pool.query(
        `UPDATE outbox SET next_attempt_at = $2, leased_until = NULL WHERE id = $1 AND state = 'pending'`,
        [id, until],
      )
    },
  }
}

function finish(tx: Transaction, id: number, attempt: Attempt, next: NextState): void {
  // The column stores whole ms, but `performance.now()` returns fractions.
  const durationMs = Math.round(attempt.durationMs)
  tx.send({
    name: 'record-attempt',
    // The message may have been removed meanwhile, for example by an erasure. Then nothing is inserted.
    text: `INSERT INTO outbox_attempts (outbox_id, number, started_at, duration_ms, status, error)
       SELECT id, $2::int, $3::bigint, $4::bigint, $5::int, $6 FROM outbox WHERE id = $1 FOR KEY SHARE`,
    values: [id, attempt.number, attempt.startedAt, durationMs, attempt.status, attempt.error],
  })
  const attempts = attempt.number
  if (next.state === 'pending') retry(tx, { id, attempts, nextAttemptAt: next.nextAttemptAt })
  else settle(tx, { id, attempts, state: next.state, finishedAt: attempt.startedAt + durationMs })
}

function retry(tx: Transaction, to: { id: number; attempts: number; nextAttemptAt: number }): void {
  tx.send({
    name: 'retry-message',
    text: `UPDATE outbox SET next_attempt_at = $2, attempts = $3, leased_until = NULL
       WHERE id = $1 AND state = 'pending'`,
    values: [to.id, to.nextAttemptAt, to.attempts],
  })
}

/**
 * Records the final state of a message. An attempt may report its result after its lease has expired. The condition in
 * the statement prevents such a late result from reverting a delivery.
 */
function settle(
  tx: Transaction,
  as: { id: number; attempts: number; state: string; finishedAt: number },
): void {
  tx.send({
    name: 'finish-message',
    text: `UPDATE outbox SET state = $2, finished_at = $3, attempts = $4, leased_until = NULL,
         content = CASE WHEN $2 = 'dead' THEN content END
       WHERE id = $1 AND (state = 'pending' OR (state = 'dead' AND $2 IN ('delivered', 'discarded')))`,
    values: [as.id, as.state, as.finishedAt, as.attempts],
  })
}
