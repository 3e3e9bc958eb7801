import type { QueryConfig } from 'pg'
import { chooseAttempt } from '../choose-attempt.ts'
import type { Attempt, AttemptOutcome, AttemptRequest, Delivery, NextAttempt } from '../delivery-store.ts'
import type { Connection } from './connection.ts'
import { type Transaction, transaction } from './transaction.ts'

/** Begins and finishes attempts. */
export function createAttempts({ pool }: Connection) {
  return {
    beginAttempt: (request: AttemptRequest): Promise<NextAttempt> =>
      transaction(pool, (tx) => begin(tx, request)),

    finishAttempt: (
      id: number,
      attempt: Attempt,
      outcome: AttemptOutcome,
      next?: AttemptRequest,
    ): Promise<NextAttempt | undefined> =>
      transaction(pool, async (tx) => {
        // Before its own message, so that all who begin or finish take the locks of a run in one order.
        if (next) tx.send(lockPending(next))
        finish(tx, id, attempt, outcome)
        return next && begin(tx, next)
      }),
  }
}

async function begin(tx: Transaction, request: AttemptRequest): Promise<NextAttempt> {
  const { endpoint, now, leaseMs, stepAsideMs } = request
  const [stop, pending] = await Promise.all([
    tx.query({
      name: 'find-stop',
      text: 'SELECT FROM stopped_endpoints WHERE endpoint = $1',
      values: [endpoint],
    }),
    tx.query<Delivery>(lockPending(request)),
  ])
  if (stop.rowCount) return { kind: 'idle' }
  const next = chooseAttempt(pending.rows, now, stepAsideMs)
  if (next.kind !== 'attempt') return next
  const delivery = { ...next.delivery, leasedUntil: now + leaseMs }
  tx.send({
    name: 'lease-delivery',
    text: 'UPDATE deliveries SET leased_until = $1 WHERE id = $2',
    values: [delivery.leasedUntil, delivery.id],
  })
  return { kind: 'attempt', delivery }
}

function finish(tx: Transaction, id: number, attempt: Attempt, outcome: AttemptOutcome): void {
  // Whole ms, because the columns are whole and clocks of the performance kind are not.
  const durationMs = Math.round(attempt.durationMs)
  tx.send({
    name: 'record-attempt',
    text: `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, http_status, error)
       VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [id, attempt.number, attempt.startedAt, durationMs, attempt.httpStatus, attempt.error],
  })
  const attempts = attempt.number
  if (outcome.state === 'pending') postpone(tx, { id, attempts, nextAttemptAt: outcome.nextAttemptAt })
  else settle(tx, { id, attempts, state: outcome.state, finishedAt: attempt.startedAt + durationMs })
}

/**
 * The run's pending messages, locked in order of position. A second process waits here until the first one has taken
 * its message, and then sees the lease.
 */
function lockPending({ endpoint, runId }: AttemptRequest): QueryConfig {
  return {
    name: 'lock-pending-deliveries',
    text: `SELECT id, endpoint, position, run_id AS "runId", event_type AS "eventType", sequence,
         webhook_id AS "webhookId", state, attempts, next_attempt_at AS "nextAttemptAt",
         leased_until AS "leasedUntil", created_at AS "createdAt", finished_at AS "finishedAt"
       FROM deliveries WHERE run_id = $1 AND endpoint = $2 AND state = 'pending'
       ORDER BY position FOR NO KEY UPDATE`,
    values: [runId, endpoint],
  }
}

function postpone(tx: Transaction, to: { id: number; attempts: number; nextAttemptAt: number }): void {
  tx.send({
    name: 'postpone-delivery',
    text: `UPDATE deliveries SET next_attempt_at = $2, attempts = $3, leased_until = NULL
       WHERE id = $1 AND state = 'pending'`,
    values: [to.id, to.nextAttemptAt, to.attempts],
  })
}

/** A late word of an attempt whose lease ran out must not take back a delivery that has arrived meanwhile. */
function settle(
  tx: Transaction,
  as: { id: number; attempts: number; state: 'delivered' | 'dead'; finishedAt: number },
): void {
  tx.send({
    name: 'finish-delivery',
    text: `UPDATE deliveries SET state = $2, finished_at = $3, attempts = $4, leased_until = NULL
       WHERE id = $1 AND (state = 'pending' OR (state = 'dead' AND $2 = 'delivered'))`,
    values: [as.id, as.state, as.finishedAt, as.attempts],
  })
}
