import { and, asc, eq, isNull, lte, ne, or, sql } from './drizzle.ts'
import {
  type Attempt,
  type AttemptOutcome,
  type Delivery,
  type DeliveryStore,
  type NextAttempt,
  deliveryQueue,
} from '../delivery-store.ts'
import type { NewJob } from '../queue.ts'
import type { Connection } from './connection.ts'
import { putJobs } from './jobs.ts'
import { deliveries, deliveryAttempts, stoppedEndpoints } from './schema.ts'

const immediate = { behavior: 'immediate' } as const

/** The writing side of `DeliveryStore`. */
export function createDeliveries({ sqlite, orm }: Connection) {
  const put = putJobs(sqlite)
  const wake = (runIds: string[], now: number) =>
    put([...new Set(runIds)].map((key) => ({ queue: deliveryQueue, key, runAt: now })))

  return {
    beginAttempt: (request: Parameters<DeliveryStore['beginAttempt']>[0]): NextAttempt =>
      orm.transaction((tx) => {
        const { endpoint, runId, now, leaseMs, stepAsideMs } = request
        if (tx.select().from(stoppedEndpoints).where(eq(stoppedEndpoints.endpoint, endpoint)).get()) {
          return { kind: 'idle' }
        }
        const pending = tx
          .select()
          .from(deliveries)
          .where(and(eq(deliveries.runId, runId), eq(deliveries.endpoint, endpoint), isPending))
          .orderBy(asc(deliveries.position))
          .all()
        const next = chooseNext(pending, now, stepAsideMs)
        if (next.kind !== 'attempt') return next
        const delivery = { ...next.delivery, leasedUntil: now + leaseMs }
        tx.update(deliveries)
          .set({ leasedUntil: delivery.leasedUntil })
          .where(eq(deliveries.id, delivery.id))
          .run()
        return { kind: 'attempt', delivery }
      }, immediate),

    finishAttempt: (id: number, attempt: Attempt, outcome: AttemptOutcome, jobs: NewJob[]): void =>
      orm.transaction((tx) => {
        // Whole ms, because the columns are strict and clocks of the performance kind are not.
        const durationMs = Math.round(attempt.durationMs)
        tx.insert(deliveryAttempts)
          .values({ deliveryId: id, ...attempt, durationMs })
          .run()
        const changed =
          outcome.state === 'pending'
            ? { nextAttemptAt: outcome.nextAttemptAt }
            : { state: outcome.state, finishedAt: attempt.startedAt + durationMs }
        // A late word of an attempt whose lease ran out must not take back a delivery that has arrived meanwhile.
        const mayChange = outcome.state === 'delivered' ? ne(deliveries.state, 'delivered') : isPending
        tx.update(deliveries)
          .set({ ...changed, attempts: attempt.number, leasedUntil: null })
          .where(and(eq(deliveries.id, id), mayChange))
          .run()
        put(jobs)
      }, immediate),

    retryDeliveries: (which: { id: number } | { state: 'dead' }, now: number): number =>
      orm.transaction((tx) => {
        const chosen = 'id' in which ? eq(deliveries.id, which.id) : eq(deliveries.state, which.state)
        const notInFlight = or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now))
        const again = tx
          .update(deliveries)
          .set({ state: 'pending', attempts: 0, nextAttemptAt: now, leasedUntil: null, finishedAt: null })
          .where(and(chosen, notInFlight))
          .returning({ runId: deliveries.runId })
          .all()
        wake(
          again.map(({ runId }) => runId),
          now,
        )
        return again.length
      }, immediate),

    stopEndpoint: (endpoint: string, reason: string, now: number): void =>
      void orm
        .insert(stoppedEndpoints)
        .values({ endpoint, reason, at: now })
        .onConflictDoUpdate({ target: stoppedEndpoints.endpoint, set: { reason, at: now } })
        .run(),

    resumeEndpoint: (endpoint: string, now: number): boolean =>
      orm.transaction((tx) => {
        const freed = tx.delete(stoppedEndpoints).where(eq(stoppedEndpoints.endpoint, endpoint)).run()
        if (freed.changes === 0) return false
        const owed = tx
          .selectDistinct({ runId: deliveries.runId })
          .from(deliveries)
          .where(and(eq(deliveries.endpoint, endpoint), isPending))
          .all()
        wake(
          owed.map(({ runId }) => runId),
          now,
        )
        return true
      }, immediate),
  }
}

/** Written out, so that SQLite sees that the index over pending deliveries answers it. */
const isPending = sql`${deliveries.state} = 'pending'`

/** By the rules of `DeliveryStore.beginAttempt`; `pending` is in order of position. */
function chooseNext(pending: Delivery[], now: number, stepAsideMs: number): NextAttempt {
  const inFlight = pending.find(({ leasedUntil }) => leasedUntil !== null && leasedUntil > now)
  if (inFlight) return { kind: 'wait', until: inFlight.leasedUntil as number }
  const next = pending.find(({ nextAttemptAt }) => nextAttemptAt - now <= stepAsideMs)
  if (next && next.nextAttemptAt <= now) return { kind: 'attempt', delivery: next }
  if (next) return { kind: 'wait', until: next.nextAttemptAt }
  if (pending.length === 0) return { kind: 'idle' }
  return { kind: 'wait', until: Math.min(...pending.map(({ nextAttemptAt }) => nextAttemptAt)) }
}
