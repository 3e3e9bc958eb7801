import { berlinDay } from '#domain/time/berlin-time.ts'
import type { OrderRow } from '#db/ports/projection-store.ts'
import type { OrdersQuery } from '#db/ports/report-store.ts'
import { type QueryPlan, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'

export const orderColumns = sql`order_id AS "orderId", number, run_id AS "runId", funnel, at, day, position,
  price_cents AS "priceCents", status, source, work, visitor`

/** Implements `ProjectionStore.orders`. */
export function ordersById(generation: number, orderIds: readonly string[]): Sql {
  return sql`SELECT ${orderColumns} FROM orders WHERE generation = ${generation} AND order_id IN ${listOf(orderIds)}`
}

/** Implements `ReportStore.orders`. */
export function* readOrders(query: OrdersQuery): QueryPlan<{ asOfPosition: number; rows: OrderRow[] }> {
  const { before, funnel, upTo, from, to, limit } = query
  const { generation, asOfPosition } = yield* liveGeneration()
  // Pages begin with the newest day. The days after the cursor's day were on previous pages. They are excluded by day,
  // so that the index, which is sorted by day, is not scanned again for them.
  const lastDay = before ? minDay(to, berlinDay(before.at)) : to
  const conditions = [
    sql`generation = ${generation} AND day BETWEEN ${from} AND ${lastDay}`,
    ...(funnel === undefined ? [] : [sql`funnel = ${funnel}`]),
    ...(before ? [sql`(at, position) < (${before.at}, ${before.position})`] : []),
    ...(upTo === undefined ? [] : [sql`position <= ${upTo}`]),
  ]
  const rows = yield* rowsOf<OrderRow>(
    sql`SELECT ${orderColumns} FROM orders WHERE ${allOf(conditions)}
      ORDER BY day DESC, at DESC, position DESC LIMIT ${limit}`,
  )
  return { asOfPosition, rows }
}

function minDay(a: string, b: string): string {
  return a < b ? a : b
}
