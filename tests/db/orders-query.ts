import type { OrderCursor, OrdersQuery } from '#db/ports/report-store.ts'
import type { OrderRow } from '#db/ports/projection-store.ts'

/** Returns a query of the list of orders, newest first. */
export function ordersQuery(over: Partial<OrdersQuery> & { from: string; to: string }): OrdersQuery {
  return { sort: '-time', expiredUpTo: 0, sums: false, limit: 100, ...over }
}

/** Returns the cursor of the page that follows an order in a list sorted by time. */
export function afterOrder({ at, position }: Pick<OrderRow, 'at' | 'position'>): OrderCursor {
  return { value: 0, at, position }
}
