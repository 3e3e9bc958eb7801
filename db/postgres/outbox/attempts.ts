import { blocksNext, claimDueStatement, inDueOrder } from '#db/outbox/claim-due.ts'
import type { Attempt, ClaimRequest, NextState, OutboxRow } from '#db/ports/outbox-store.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { inGroups } from '#db/postgres/grouping/in-groups.ts'
import { claimLock } from '#db/postgres/connection/locks.ts'
import { doneColumns, finish } from './finish.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

const values = { destination: '$1', now: '$2::bigint', leaseMs: '$3::bigint' }

const claimDue = { name: 'claim-due', text: claimDueStatement({ ...values, limit: '$4' }, 'postgres') }

/**
 * Lets one transaction at a time claim messages of a destination. Also disables sequential scans in the transaction,
 * because the plan of the claim is kept, and one that is made while the outbox is nearly empty must not read all of it later.
 */
const lock = {
  name: 'lock-claims',
  text: `SELECT pg_advisory_xact_lock($1, hashtext($2)), set_config('enable_seqscan', 'off', true)`,
}

/** A call of `OutboxStore.finish`. */
interface Finishing {
  id: number
  attempt: Attempt
  next: NextState
  /** Absent if no further message is to be claimed. */
  claim: (ClaimRequest & { runId: string }) | undefined
}

/** Maximum number of attempts that one statement finishes, as on SQLite (see `db/worker/group-calls.ts`). */
const maxGroup = 64

/** Creates the methods of `OutboxStore` that claim messages and finish attempts. */
export function createAttempts({ pool }: Connection) {
  /**
   * Finishes the attempts, and leases the next message of each run for which a call requests it. Needs no lock. Until the commit, other processes still see the leases of the finished messages, so they skip their
   * runs. The commit ends these leases and begins those of the next messages at the same time. One statement does all of
   * this, because each statement of a transaction costs the driver and the server as much as its work.
   */
  async function finishTogether(calls: readonly Finishing[]): Promise<(OutboxRow | undefined)[]> {
    // All processes lock rows in the same order, so that none waits for another that waits for it.
    const inOrder = calls.toSorted((one, other) => one.id - other.id)
    const over = inOrder.filter(({ next }) => next.state === 'delivered' || next.state === 'discarded')
    const claims = calls.flatMap(({ claim }) => claim ?? [])
    // The last call has the latest time.
    const { destination = null, now = 0, leaseMs = 0 } = claims.at(-1) ?? {}
    const { rows } = await pool.query<OutboxRow>({
      ...finish,
      values: [
        ...columnsOf(inOrder.map(toDone), doneColumns),
        over.map(({ id }) => id),
        destination,
        now,
        leaseMs,
        claims.map(({ runId }) => runId),
      ],
    })
    const claimed = new Map(rows.map((row) => [row.runId, row]))
    return calls.map(({ claim }) => {
      const row = claim && claimed.get(claim.runId)
      // If an attempt ends late, two calls can be about the same run. Only one of them may send its next message.
      if (row) claimed.delete(row.runId)
      return row
    })
  }
  /**
   * Calls are grouped by what they claim. Those that claim nothing must be separate (see `finish.ts`); their key is empty.
   */
  const groups = new Map<string, (call: Finishing) => Promise<OutboxRow | undefined>>()
  const groupOf = ({ claim }: Finishing) => {
    const key = claim ? `${claim.destination}:${claim.leaseMs}` : ''
    let group = groups.get(key)
    if (!group) groups.set(key, (group = inGroups(finishTogether, maxGroup)))
    return group
  }
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
          { ...claimDue, values: [destination, now, leaseMs, limit] },
          ({ rows }) => void (claimed = rows),
        )
      })
      return inDueOrder(claimed)
    },

    finish: async (
      { id, runId }: Pick<OutboxRow, 'id' | 'runId'>,
      attempt: Attempt,
      next: NextState,
      request?: ClaimRequest,
    ): Promise<OutboxRow | undefined> => {
      const isClaiming = request && runId !== null && !blocksNext(next, request)
      const call = { id, attempt, next, claim: isClaiming ? { ...request, runId } : undefined }
      return groupOf(call)(call)
    },

    postpone: async (id: number, until: number): Promise<void> => {
      await pool.query(
        `UPDATE outbox SET next_attempt_at = $2, leased_until = NULL WHERE id = $1 AND state = 'pending'`,
        [id, until],
      )
    },
  }
}

/** Returns a row of `done`. The column stores whole ms, but `performance.now()` returns fractions. */
function toDone({ id, attempt, next }: Finishing) {
  const { number, startedAt, durationMs, status, error } = attempt
  const isRepeated = next.state === 'pending'
  return {
    id,
    number,
    startedAt,
    durationMs: Math.round(durationMs),
    status,
    error,
    state: isRepeated ? null : next.state,
    nextAttemptAt: isRepeated ? next.nextAttemptAt : null,
  }
}
