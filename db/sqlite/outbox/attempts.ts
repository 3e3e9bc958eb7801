import type Database from 'better-sqlite3'
import { blocksNext, claimDueStatement, findNextStatement, inDueOrder } from '#db/outbox/claim-due.ts'
import type { Attempt, ClaimRequest, NextState, OutboxRow } from '#db/ports/outbox-store.ts'

const values = { destination: '@destination', now: '@now', leaseMs: '@leaseMs' }

/**
 * Creates the methods of `OutboxStore` that claim messages and finish attempts. They use prepared statements instead of
 * Drizzle, because Drizzle took as long to build the queries of a message as SQLite to execute them.
 */
export function createAttempts(sqlite: Database.Database) {
  const claim = sqlite.prepare<[ClaimRequest & { limit: number }], OutboxRow>(
    claimDueStatement({ ...values, limit: '@limit' }, 'sqlite'),
  )
  const findNext = sqlite.prepare<[Omit<ClaimRequest, 'leaseMs'> & { runId: string }], OutboxRow>(
    findNextStatement({ ...values, runId: '@runId' }),
  )
  const lease = sqlite.prepare<[number, number]>('UPDATE outbox SET leased_until = ? WHERE id = ?')
  const record = sqlite.prepare<[Attempt & { id: number }]>(
    `INSERT INTO outbox_attempts (outbox_id, number, started_at, duration_ms, status, error)
     VALUES (@id, @number, @startedAt, @durationMs, @status, @error)`,
  )
  const exists = sqlite.prepare<[number]>('SELECT 1 FROM outbox WHERE id = ?')
  const retry = sqlite.prepare<[{ id: number; attempts: number; nextAttemptAt: number }]>(
    `UPDATE outbox SET next_attempt_at = @nextAttemptAt, attempts = @attempts, leased_until = NULL
     WHERE id = @id AND state = 'pending'`,
  )
  // If an attempt outlasts its lease, a second attempt can deliver the message in the meantime. When the first attempt
  // then ends, its result must not replace the state `delivered`.
  const settle = sqlite.prepare<[{ id: number; attempts: number; state: string; finishedAt: number }]>(
    `UPDATE outbox SET state = @state, finished_at = @finishedAt, attempts = @attempts, leased_until = NULL,
       content = CASE WHEN @state = 'dead' THEN content END
     WHERE id = @id AND (state = 'pending' OR (state = 'dead' AND @state IN ('delivered', 'discarded')))`,
  )
  const postpone = sqlite.prepare<[number, number]>(
    `UPDATE outbox SET next_attempt_at = ?, leased_until = NULL WHERE id = ? AND state = 'pending'`,
  )

  function finish({ id }: Pick<OutboxRow, 'id'>, attempt: Attempt, next: NextState): void {
    // The message may have been removed during the attempt, for example by an erasure.
    if (!exists.get(id)) return
    // The column stores whole milliseconds, but durations from `performance.now()` have fractions.
    const durationMs = Math.round(attempt.durationMs)
    record.run({ ...attempt, durationMs, id })
    const attempts = attempt.number
    if (next.state === 'pending') retry.run({ id, attempts, nextAttemptAt: next.nextAttemptAt })
    else settle.run({ id, attempts, state: next.state, finishedAt: attempt.startedAt + durationMs })
  }

  function claimNext({ destination, now, leaseMs }: ClaimRequest, runId: string): OutboxRow | undefined {
    const row = findNext.get({ destination, now, runId })
    if (!row) return undefined
    const leasedUntil = now + leaseMs
    lease.run(leasedUntil, row.id)
    return { ...row, leasedUntil }
  }

  const finishAndClaim = sqlite.transaction(
    (row: Pick<OutboxRow, 'id' | 'runId'>, attempt: Attempt, next: NextState, request?: ClaimRequest) => {
      finish(row, attempt, next)
      if (!request || row.runId === null || blocksNext(next, request)) return undefined
      return claimNext(request, row.runId)
    },
  )
  const claimDue = sqlite.transaction((request: ClaimRequest & { limit: number }) =>
    inDueOrder(claim.all(request)),
  )
  return {
    claimDue: (request: ClaimRequest & { limit: number }): OutboxRow[] => claimDue.immediate(request),
    finish: (
      row: Pick<OutboxRow, 'id' | 'runId'>,
      attempt: Attempt,
      next: NextState,
      request?: ClaimRequest,
    ): OutboxRow | undefined => finishAndClaim.immediate(row, attempt, next, request),
    postpone: (id: number, until: number): void => void postpone.run(until, id),
  }
}

/**
 * Releases all leases. Otherwise messages that a killed service had leased would wait until the leases expire. The
 * caller must hold the service lock, which ensures that no other process is sending the messages.
 */
export function freeLeases(sqlite: Database.Database): void {
  sqlite.exec(`UPDATE outbox SET leased_until = NULL WHERE leased_until IS NOT NULL AND state = 'pending'`)
}
