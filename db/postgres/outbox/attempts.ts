import { blocksNext, claimDueStatement, claimNextStatement, inDueOrder } from '#db/outbox/claim-due.ts'
import type { Attempt, ClaimRequest, NextState, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { claimLock } from '#db/postgres/connection/locks.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

const values = { destination: '$1', now: '$2::bigint', leaseMs: '$3::bigint' }

const claim = { name: 'claim-due', text: claimDueStatement({ ...values, limit: '$4' }, 'postgres') }

/**
 * Lets one transaction at a time claim messages of a destination. Also disables sequential scans in the transaction,
 * because the plan of the claim is kept, and one that is made while the outbox is nearly empty must not read all of it later.
 */
const lock = {
  name: 'lock-claims',
  text: `SELECT pg_advisory_xact_lock($1, hashtext($2)), set_config('enable_seqscan', 'off', true)`,
}

/**
 * Records an attempt. The message may have been removed meanwhile, for example by an erasure. Then nothing is inserted, and
 * nothing is finished.
 */
const record = `recorded AS (
  INSERT INTO outbox_attempts (outbox_id, number, started_at, duration_ms, status, error)
  SELECT id, $2::int, $3::bigint, $4::bigint, $5::int, $6::text FROM outbox WHERE id = $1::bigint FOR KEY SHARE
  RETURNING outbox_id)`
const recorded = 'id = (SELECT outbox_id FROM recorded)'

/**
 * Statements that finish an attempt. An attempt may report its result after its lease has expired. The condition on the state
 * prevents such a late result from reverting a delivery.
 */
const finish = {
  retry: `UPDATE outbox SET next_attempt_at = $7::bigint, attempts = $2::int, leased_until = NULL
    WHERE ${recorded} AND state = 'pending'`,
  settle: `UPDATE outbox SET state = $7::text, finished_at = $3::bigint + $4::bigint, attempts = $2::int,
      leased_until = NULL, content = CASE WHEN $7::text = 'dead' THEN content END
    WHERE ${recorded} AND (state = 'pending' OR (state = 'dead' AND $7::text IN ('delivered', 'discarded')))`,
}
const finishing = {
  retry: { name: 'retry-message', text: `WITH ${record} ${finish.retry}` },
  settle: { name: 'settle-message', text: `WITH ${record} ${finish.settle}` },
}

const claimNext = claimNextStatement({
  destination: '$8',
  now: '$9::bigint',
  leaseMs: '$10::bigint',
  runId: '$11',
  finished: '$1::bigint',
  finishing: 'finished',
})
const finishingAndClaiming = {
  retry: {
    name: 'retry-and-claim-next',
    text: `WITH ${record}, finished AS (${finish.retry} RETURNING id) ${claimNext}`,
  },
  settle: {
    name: 'settle-and-claim-next',
    text: `WITH ${record}, finished AS (${finish.settle} RETURNING id) ${claimNext}`,
  },
}

/** Creates the methods of `OutboxStore` that claim messages and finish attempts. */
export function createAttempts({ pool }: Connection) {
  return {
    /**
     * Takes a lock in a separate statement, so that the claim sees the leases of the previous claim. Without the lock,
     * two processes could lease two messages of the same run, because neither sees the uncommitted lease of the other.
     * No statement waits for the result of another one, so all are sent in one round trip.
     */
    claimDue: async ({
      destination,
      now,
      leaseMs,
      limit,
    }: ClaimRequest & { limit: number }): Promise<OutboxRow[]> => {
      let claimed: OutboxRow[] = []
      await transaction(pool, async (tx) => {
        tx.send({ ...lock, values: [claimLock, destination] })
        tx.send<OutboxRow>(
          { ...claim, values: [destination, now, leaseMs, limit] },
          ({ rows }) => void (claimed = rows),
        )
      })
      return inDueOrder(claimed)
    },

    /**
     * Needs no lock. Until the commit, other processes still see the lease of the finished message, so they skip the
     * run. The commit ends this lease and begins the lease of the next message at the same time. One statement does all
     * of this, because each statement of a transaction costs the driver and the server as much as its work.
     */
    finish: async (
      { id, runId }: Pick<OutboxRow, 'id' | 'runId'>,
      attempt: Attempt,
      next: NextState,
      request?: ClaimRequest,
    ): Promise<OutboxRow | undefined> => {
      const kind = next.state === 'pending' ? 'retry' : 'settle'
      const finished = [id, ...valuesOf(attempt), next.state === 'pending' ? next.nextAttemptAt : next.state]
      if (!request || runId === null || blocksNext(next, request)) {
        await pool.query({ ...finishing[kind], values: finished })
        return undefined
      }
      const { destination, now, leaseMs } = request
      const claimed = await pool.query<OutboxRow>({
        ...finishingAndClaiming[kind],
        values: [...finished, destination, now, leaseMs, runId],
      })
      return claimed.rows[0]
    },

    postpone: async (id: number, until: number): Promise<void> => {
      await pool.query(
        `UPDATE outbox SET next_attempt_at = $2, leased_until = NULL WHERE id = $1 AND state = 'pending'`,
        [id, until],
      )
    },
  }
}

/** Returns the values of `record`. The column stores whole ms, but `performance.now()` returns fractions. */
function valuesOf({ number, startedAt, durationMs, status, error }: Attempt): unknown[] {
  return [number, startedAt, Math.round(durationMs), status, error]
}
