import type Database from 'better-sqlite3'
import { chooseAttempt } from '../choose-attempt.ts'
import type {
  Attempt,
  AttemptOutcome,
  AttemptRequest,
  Delivery,
  NewDelivery,
  NextAttempt,
} from '../delivery-store.ts'

/**
 * Begins and finishes attempts. Prepared statements instead of Drizzle: both happen once a message,
 * and building the queries took as long as SQLite and the disk together.
 */
export function createAttempts(sqlite: Database.Database) {
  const findStop = sqlite.prepare<[string]>('SELECT 1 FROM stopped_endpoints WHERE endpoint = ?')
  const findPending = sqlite.prepare<[Pick<NewDelivery, 'runId' | 'endpoint'>], Delivery>(
    `SELECT id, endpoint, position, run_id AS runId, event_type AS eventType, sequence, webhook_id AS webhookId, state,
       attempts, next_attempt_at AS nextAttemptAt, leased_until AS leasedUntil, created_at AS createdAt,
       finished_at AS finishedAt
     FROM deliveries WHERE run_id = @runId AND endpoint = @endpoint AND state = 'pending' ORDER BY position`,
  )
  const lease = sqlite.prepare<[number, number]>('UPDATE deliveries SET leased_until = ? WHERE id = ?')
  const record = sqlite.prepare<[Attempt & { id: number }]>(
    `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, http_status, error)
     VALUES (@id, @number, @startedAt, @durationMs, @httpStatus, @error)`,
  )
  const postpone = sqlite.prepare<[{ id: number; attempts: number; nextAttemptAt: number }]>(
    `UPDATE deliveries SET next_attempt_at = @nextAttemptAt, attempts = @attempts, leased_until = NULL
     WHERE id = @id AND state = 'pending'`,
  )
  // A late word of an attempt whose lease ran out must not take back a delivery that has arrived meanwhile.
  const settle = sqlite.prepare<
    [{ id: number; attempts: number; state: 'delivered' | 'dead'; finishedAt: number }]
  >(
    `UPDATE deliveries SET state = @state, finished_at = @finishedAt, attempts = @attempts, leased_until = NULL
     WHERE id = @id AND (state = 'pending' OR (state = 'dead' AND @state = 'delivered'))`,
  )

  function begin(request: AttemptRequest): NextAttempt {
    const { endpoint, runId, now, leaseMs, stepAsideMs } = request
    if (findStop.get(endpoint)) return { kind: 'idle' }
    const next = chooseAttempt(findPending.all({ runId, endpoint }), now, stepAsideMs)
    if (next.kind !== 'attempt') return next
    const delivery = { ...next.delivery, leasedUntil: now + leaseMs }
    lease.run(delivery.leasedUntil, delivery.id)
    return { kind: 'attempt', delivery }
  }

  function finish(id: number, attempt: Attempt, outcome: AttemptOutcome): void {
    // Whole ms, because the columns are strict and clocks of the performance kind are not.
    const durationMs = Math.round(attempt.durationMs)
    record.run({ ...attempt, durationMs, id })
    const attempts = attempt.number
    if (outcome.state === 'pending') postpone.run({ id, attempts, nextAttemptAt: outcome.nextAttemptAt })
    else settle.run({ id, attempts, state: outcome.state, finishedAt: attempt.startedAt + durationMs })
  }

  const beginOne = sqlite.transaction(begin)
  const finishOne = sqlite.transaction(
    (id: number, attempt: Attempt, outcome: AttemptOutcome, next?: AttemptRequest) => {
      finish(id, attempt, outcome)
      return next && begin(next)
    },
  )
  return {
    beginAttempt: (request: AttemptRequest): NextAttempt => beginOne.immediate(request),
    finishAttempt: (
      id: number,
      attempt: Attempt,
      outcome: AttemptOutcome,
      next?: AttemptRequest,
    ): NextAttempt | undefined => finishOne.immediate(id, attempt, outcome, next),
  }
}
