import type { Attempt, DeliveriesQuery, Delivery } from '../delivery-store.ts'
import type { Connection } from './connection.ts'
import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lt, sql } from './drizzle.ts'
import { deliveries, deliveryAttempts, deliveryCounts, stoppedEndpoints } from './schema.ts'

const { id: _, deliveryId: _delivery, ...attemptColumns } = getTableColumns(deliveryAttempts)
const states: readonly Delivery['state'][] = ['pending', 'delivered', 'dead']

/** The reading side of `DeliveryStore`. */
export function createDeliveryReads({ orm }: Connection) {
  return {
    get: (id: number): Promise<{ delivery: Delivery; attempts: Attempt[] } | undefined> =>
      orm.transaction(
        async (tx) => {
          const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, id))
          if (!delivery) return undefined
          const attempts = await tx
            .select(attemptColumns)
            .from(deliveryAttempts)
            .where(eq(deliveryAttempts.deliveryId, id))
            .orderBy(asc(deliveryAttempts.id))
          return { delivery, attempts }
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),

    list: async (query: DeliveriesQuery): Promise<Delivery[]> =>
      orm.select().from(deliveries).where(chosen(query)).orderBy(desc(deliveries.id)).limit(query.limit),

    at: async (endpoint: string, positions: number[]): Promise<Delivery[]> =>
      orm
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.endpoint, endpoint), inArray(deliveries.position, positions))),

    countRetrying: async (): Promise<number> => {
      const [found] = await orm
        .select({ retrying: count() })
        .from(deliveries)
        .where(and(eq(deliveries.state, 'pending'), gt(deliveries.attempts, 0)))
      return found?.retrying ?? 0
    },

    countByState: async (): Promise<{ state: Delivery['state']; count: number }[]> => {
      const counted = await orm
        .select({
          state: deliveryCounts.state,
          count: sql<number>`sum(${deliveryCounts.count})`.mapWith(Number),
        })
        .from(deliveryCounts)
        .groupBy(deliveryCounts.state)
      const counts = new Map(counted.map((one) => [one.state, one.count]))
      return states.map((state) => ({ state, count: counts.get(state) ?? 0 }))
    },

    stopped: async (endpoint: string): Promise<{ reason: string; at: number } | undefined> => {
      const [stop] = await orm
        .select({ reason: stoppedEndpoints.reason, at: stoppedEndpoints.at })
        .from(stoppedEndpoints)
        .where(eq(stoppedEndpoints.endpoint, endpoint))
      return stop
    },
  }
}

function chosen({ state, tried, before }: DeliveriesQuery) {
  return and(
    state && eq(deliveries.state, state),
    tried === undefined ? undefined : tried ? gt(deliveries.attempts, 0) : eq(deliveries.attempts, 0),
    before === undefined ? undefined : lt(deliveries.id, before),
  )
}
