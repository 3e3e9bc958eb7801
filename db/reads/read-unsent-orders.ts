import type { DeclaredOrder } from '#db/ports/projection-store.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import type { OrderStatus } from '#domain/orders/evolve-order.ts'
import { type QueryPlan, type Sql, liveGeneration, listOf, rowsOf, sql } from './query-plan.ts'

/** Implements `ProjectionStore.ordersInStatus`. */
export function* readOrdersInStatus(
  status: OrderStatus,
  limit: number,
  after = '',
): QueryPlan<DeclaredOrder[]> {
  const { generation } = yield* liveGeneration()
  return yield* rowsOf<DeclaredOrder>(
    sql`SELECT order_id AS "orderId", number FROM orders
      WHERE generation = ${generation} AND status = ${status} AND order_id > ${after}
      ORDER BY order_id LIMIT ${limit}`,
  )
}

/**
 * Implements `ProjectionStore.oldestUnsent`. With CROSS JOIN, SQLite reads the few excluded runs first; without it, it
 * reads the whole log.
 */
export function* readOldestUnsent(): QueryPlan<number | undefined> {
  const { generation } = yield* liveGeneration()
  const found = yield* rowsOf<{ paidAt: number | string | null }>(
    sql`SELECT min(paid_at) AS "paidAt" FROM orders
      WHERE generation = ${generation} AND status IN ('paid', 'submitted')
      UNION ALL
      SELECT min(e.received_at) FROM excluded_runs x CROSS JOIN events e
      WHERE e.run_id = x.run_id AND e.type = 'paid'
        AND NOT ${runHas(['sent', 'failed', 'withdrawn', 'refunded'])}
        AND (NOT ${runHas(['withdrawal_declared'])} OR ${runHas(['withdrawal_revoked', 'withdrawal_declined'])})`,
  )
  const times = found.flatMap(({ paidAt }) => (paidAt === null ? [] : [Number(paidAt)]))
  return times.length > 0 ? Math.min(...times) : undefined
}

/**
 * Implements `OperatorStore.excludedWork`. Orders of excluded runs have no row in `orders`, so they are selected by the
 * events of their runs. There are few excluded runs, and each is found by its key.
 */
export function excludedWorkQuery(limit: number): Sql {
  return sql`SELECT e.id AS "orderId", e.data ->> 'orderNumber' AS number FROM excluded_runs x
    JOIN once_keys k ON k.key = 'order:' || x.run_id
    JOIN events e ON e.position = k.position
    WHERE ${runHas(['paid', 'withdrawal_declared'])} AND NOT ${runHas(['refunded'])}
      AND (NOT ${runHas(['sent'])} OR ${runHas(['withdrawal_declared', 'withdrawn', 'failed'])})
    ORDER BY e.position LIMIT ${limit}`
}

/** Condition that the run of the event `e` has an event of one of these types. */
function runHas(types: readonly StoredEventType[]): Sql {
  return sql`EXISTS (SELECT 1 FROM events d WHERE d.run_id = e.run_id AND d.type IN ${listOf(types)})`
}
