import type { OrderRow } from '#db/ports/projection-store.ts'
import type { OrderCursor, OrderFilter, OrdersPage, OrdersQuery } from '#db/ports/report-store.ts'
import { orderCursorOf } from '#domain/reports/orders/sort.ts'
import { shownAt } from '#domain/reports/orders/shown-at.ts'
import type { PastRun } from './resumed-runs.ts'

/**
 * Completes a page of the list of orders of a past report. `page` contains only orders of runs whose last event is at or
 * before the past position. `runs` are the runs that also have later events. Those of their orders that belong on the
 * page are inserted as they were at the past position.
 */
export function mergeOrders(
  { query, page, asOf }: { query: OrdersQuery; page: OrdersPage; asOf: number },
  runs: readonly PastRun[],
): OrdersPage {
  const selected = runs.flatMap(({ order }) => (order && isSelected(order, query) ? [order] : []))
  const { sort, after, limit } = query
  const cursorOf = (order: OrderRow) => orderCursorOf(shownAt(order, query.expiredUpTo), sort)
  const direction = sort.startsWith('-') ? -1 : 1
  const compare = (one: OrderCursor, other: OrderCursor) => direction * compareCursors(one, other)
  const ofPage = selected.filter((order) => !after || compare(cursorOf(order), after) > 0)
  return {
    asOfPosition: asOf,
    rows: [...page.rows, ...ofPage].toSorted((a, b) => compare(cursorOf(a), cursorOf(b))).slice(0, limit),
    sums: page.sums && {
      orders: page.sums.orders + selected.length,
      revenueCents: page.sums.revenueCents + sum(selected.map(({ priceCents }) => priceCents)),
      netRevenueCents: page.sums.netRevenueCents + sum(selected.map(({ netCents }) => netCents)),
    },
  }
}

function isSelected(order: OrderRow, filter: OrderFilter): boolean {
  const { from, to, funnel, number, status, works, testPayments, robots, expiredUpTo } = filter
  return (
    order.day >= from &&
    order.day <= to &&
    (funnel === undefined || order.funnel === funnel) &&
    (number === undefined || order.number.startsWith(number)) &&
    (status === undefined || shownAt(order, expiredUpTo).status === status) &&
    (works === undefined || (order.work !== null && works.includes(order.work))) &&
    (testPayments === undefined || (order.payment === 'test') === (testPayments === 'only')) &&
    (robots === undefined || (order.visitor === 'robot') === (robots === 'only'))
  )
}

function compareCursors(one: OrderCursor, other: OrderCursor): number {
  return one.value - other.value || one.at - other.at || one.position - other.position
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
