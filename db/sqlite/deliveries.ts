import { and, eq, isNull, lte, or, sql } from './drizzle.ts'
import { deliveryQueue } from '../delivery-store.ts'
import { createAttempts } from './attempts.ts'
import type { Connection } from './connection.ts'
import { putJobs } from './jobs.ts'
import { deliveries, stoppedEndpoints } from './schema.ts'

const immediate = { behavior: 'immediate' } as const

/** The writing side of `DeliveryStore`. */
export function createDeliveries({ sqlite, orm }: Connection) {
  const put = putJobs(sqlite)
  const wake = (runIds: string[], now: number) =>
    put([...new Set(runIds)].map((key) => ({ queue: deliveryQueue, key, runAt: now })))

  return {
    ...createAttempts(sqlite),

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
