import type { Attempt, Delivery } from '../delivery-store.ts'
import type { Connection } from './connection.ts'
import { asc, desc, eq, getTableColumns, sql } from './drizzle.ts'
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

    list: async ({ state, limit }: { state?: Delivery['state']; limit: number }): Promise<Delivery[]> =>
      orm
        .select()
        .from(deliveries)
        .where(state && eq(deliveries.state, state))
        .orderBy(desc(deliveries.id))
        .limit(limit),

    countByState: async (): Promise<{ state: Delivery['state']; count: number }[]> => {
      const counted = await orm
        .select({
          state: deliveryCounts.state,
          count: sql<number>`sum(${deliveryCounts.count})`.mapWith(Number),
        })
        .from(deliveryCounts)
        .groupBy(deliveryCounts.state)
      const counts = new Map(counted.map(({ state, count }) => [state, count]))
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
