import type { DeclaredOrder } from '#db/ports/projection-store.ts'
import { type QueryPlan, rowsOf, sql } from './query-plan.ts'

/**
 * Implements `ProjectionStore.declaredOrders`. Orders of excluded runs have no row in `orders`, so they are read from
 * the log. There, a withdrawal is pending if it was declared and no event has decided it. The positions of these events
 * do not matter: an order has at most one declaration, and the decision is final.
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
            SELECT 1 FROM events d WHERE d.run_id = e.run_id AND d.type IN ('withdrawal_revoked', 'withdrawal_declined', 'withdrawn')
          )
        ORDER BY e.id LIMIT ${limit}
      ) AS excluded_ones
      ORDER BY "orderId" LIMIT ${limit}`,
  )
}
