import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lt } from './drizzle.ts'
import type { Attempt, DeliveriesQuery, Delivery } from '../delivery-store.ts'
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
    listDeliveries: (query: DeliveriesQuery): Delivery[] =>
      orm
        .select()
        .from(deliveries)
        .where(chosen(query))
        .orderBy(desc(deliveries.id))
        .limit(query.limit)
        .all(),
    deliveriesAt: (endpoint: string, positions: number[]): Delivery[] =>
      orm
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.endpoint, endpoint), inArray(deliveries.position, positions)))
        .all(),
    countRetrying: (): number =>
      orm
        .select({ retrying: count() })
        .from(deliveries)
        .where(and(eq(deliveries.state, 'pending'), gt(deliveries.attempts, 0)))
        .get()?.retrying ?? 0,
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

function chosen({ state, tried, before }: DeliveriesQuery) {
  return and(
    state && eq(deliveries.state, state),
    tried === undefined ? undefined : tried ? gt(deliveries.attempts, 0) : eq(deliveries.attempts, 0),
    before === undefined ? undefined : lt(deliveries.id, before),
  )
}
