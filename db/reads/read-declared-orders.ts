import type { DeclaredOrder } from '#db/ports/projection-store.ts'
import { type QueryPlan, rowsOf, sql } from './query-plan.ts'

/**
 * Implements `ProjectionStore.declaredOrders`. The order of an excluded run has no row in `orders`, so it is read from
 * the log. It is enough to check which events exist: a withdrawal is declared at most once per order, and the event
 * that decides it is final.
 */
export function* readDeclaredOrders(limit: number, after = ''): QueryPlan<DeclaredOrder[]> {
  return yield* rowsOf<DeclaredOrder>(
    sql`SELECT * FROM (
        SELECT order_id AS "orderId", number FROM orders
        WHERE generation = (SELECT generation FROM generations WHERE state = 'live')
          AND status = 'withdrawal_declared' AND order_id > ${after}
        ORDER BY order_id LIMIT ${limit}
      ) AS counted
      UNION
      SELECT * FROM (
        SELECT e.id AS "orderId", e.data ->> 'orderNumber' AS number FROM excluded_runs x
        JOIN once_keys k ON k.key = 'order:' || x.run_id
        JOIN events e ON e.position = k.position
        WHERE e.id > ${after}
          AND EXISTS (SELECT 1 FROM events d WHERE d.run_id = e.run_id AND d.type = 'withdrawal_declared')
          AND NOT EXISTS (
            SELECT 1 FROM events d WHERE d.run_id = e.run_id AND d.type IN ('withdrawal_revoked', 'withdrawn')
          )
        ORDER BY e.id LIMIT ${limit}
      ) AS excluded_ones
      ORDER BY "orderId" LIMIT ${limit}`,
  )
}
