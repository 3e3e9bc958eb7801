import { asc, count, desc, eq, getTableColumns } from './drizzle.ts'
import type { Attempt, Delivery } from '../delivery-store.ts'
import type { Connection } from './connection.ts'
import { deliveries, deliveryAttempts, deliveryCounts, jobs, stoppedEndpoints } from './schema.ts'

const { id: _, deliveryId: _delivery, ...attemptColumns } = getTableColumns(deliveryAttempts)

/** The reading side of `DeliveryStore`, and how much waits in the queue. */
export function createDeliveryReads({ orm }: Connection) {
  return {
    delivery: (id: number): { delivery: Delivery; attempts: Attempt[] } | undefined =>
      orm.transaction((tx) => {
        const delivery = tx.select().from(deliveries).where(eq(deliveries.id, id)).get()
        if (!delivery) return undefined
        const attempts = tx
          .select(attemptColumns)
          .from(deliveryAttempts)
          .where(eq(deliveryAttempts.deliveryId, id))
          .orderBy(asc(deliveryAttempts.id))
          .all()
        return { delivery, attempts }
      }),
    listDeliveries: ({ state, limit }: { state?: Delivery['state']; limit: number }): Delivery[] =>
      orm
        .select()
        .from(deliveries)
        .where(state && eq(deliveries.state, state))
        .orderBy(desc(deliveries.id))
        .limit(limit)
        .all(),
    countDeliveries: () => orm.select().from(deliveryCounts).all(),
    stoppedEndpoint: (endpoint: string): { reason: string; at: number } | undefined =>
      orm
        .select({ reason: stoppedEndpoints.reason, at: stoppedEndpoints.at })
        .from(stoppedEndpoints)
        .where(eq(stoppedEndpoints.endpoint, endpoint))
        .get(),
    queueDepth: () => orm.select({ queue: jobs.queue, jobs: count() }).from(jobs).groupBy(jobs.queue).all(),
  }
}
