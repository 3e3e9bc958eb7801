import { berlinDay } from '#domain/time/berlin-time.ts'
import type { ShownStatus } from '#domain/orders/evolve-order.ts'
import { readSort, sortedStatuses, statusRank } from '#domain/reports/orders/sort.ts'
import type { OrderRow } from '#db/ports/projection-store.ts'
import type { NumberMatches, NumberQuery, OrdersPage, OrdersQuery } from '#db/ports/report-store.ts'
import { type QueryPlan, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'
import type { KeptOrders } from './kept-orders.ts'
import { hasNumber, selected } from './order-filter.ts'
import { sumOrders } from './sum-orders.ts'

const columnNames = [
  ['order_id', 'orderId'],
  ['number', 'number'],
  ['run_id', 'runId'],
  ['funnel', 'funnel'],
  ['at', 'at'],
  ['day', 'day'],
  ['position', 'position'],
  ['price_cents', 'priceCents'],
  ['status', 'status'],
  ['source', 'source'],
  ['work', 'work'],
  ['visitor', 'visitor'],
  ['net_cents', 'netCents'],
  ['payment', 'payment'],
  ['last_position', 'lastPosition'],
  ['paid_at', 'paidAt'],
  ['start_funnel', 'startFunnel'],
  ['start_day', 'startDay'],
] as const

export const orderColumns = sql.raw(
  columnNames.map(([column, name]) => `orders.${column} AS "${name}"`).join(', '),
)

/** Implements `ProjectionStore.orders`. */
export function ordersById(generation: number, orderIds: readonly string[]): Sql {
  return sql`SELECT ${orderColumns} FROM orders WHERE generation = ${generation} AND order_id IN ${listOf(orderIds)}`
}

/** Implements `ReportStore.orders`. `kept` has the orders in groups, as far as earlier lists have read them. */
export function* readOrders(query: OrdersQuery, kept: KeptOrders): QueryPlan<OrdersPage> {
  const live = yield* liveGeneration()
  const { generation, asOfPosition } = live
  if (!query.sums) return { asOfPosition, rows: yield* readPage(generation, query), sums: null }
  const { firstPrice, ...sums } = yield* sumOrders(live, query, kept)
  const rows = sums.orders === 0 ? [] : yield* readPage(generation, query, firstPrice)
  return { asOfPosition, rows, sums }
}

/**
 * Orders with the same price or status are sorted by time, as an index is. A page is therefore read value by value, which
 * ends after as many orders as the page has. Only pages with several prices sort all selected orders.
 */
function* readPage(generation: number, query: OrdersQuery, firstPrice?: number): QueryPlan<OrderRow[]> {
  const { after, ...selection } = query
  const { sort, limit } = selection
  const { column, descending } = readSort(sort)
  if (column === 'time') return yield* readTimePage(generation, query)
  const byTime = { ...selection, sort: descending ? '-time' : 'time' } as const
  if (column === 'status') {
    const rows: OrderRow[] = []
    for (const status of statusesFrom(query, descending)) {
      const isCursor = after?.value === statusRank(status)
      const page = { ...byTime, status, limit: limit - rows.length, ...(isCursor && { after }) }
      rows.push(...(yield* readTimePage(generation, page)))
      if (rows.length === limit) break
    }
    return rows
  }
  const first = after?.value ?? firstPrice
  if (first === undefined) return yield* readSortedPage(generation, query)
  const ofPrice = [sql`price_cents = ${first}`]
  const rows = yield* readTimePage(generation, { ...byTime, ...(after && { after }) }, ofPrice)
  return rows.length === limit ? rows : yield* readSortedPage(generation, query)
}

/** Returns the selected statuses that come at the cursor or after it, in the order of the list. */
function statusesFrom({ status, after }: OrdersQuery, descending: boolean): ShownStatus[] {
  const inOrder = descending ? sortedStatuses.toReversed() : sortedStatuses
  const start = after ? inOrder.findIndex((one) => statusRank(one) === after.value) : 0
  return inOrder.slice(Math.max(0, start)).filter((one) => status === undefined || one === status)
}

/** Reads a page that is sorted by time, of orders that also meet these conditions. */
function readTimePage(
  generation: number,
  query: OrdersQuery,
  conditions: readonly Sql[] = [],
): QueryPlan<OrderRow[]> {
  const { sort, after } = query
  const { descending } = readSort(sort)
  const [direction, isAfter] = descending ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`]
  return rowsOfPage(generation, query, {
    value: sql`0`,
    conditions: [
      ...selected(generation, withoutPreviousDays(query)),
      ...conditions,
      ...(after ? [sql`(at, position) ${isAfter} (${after.at}, ${after.position})`] : []),
    ],
    // The day comes first, because the index is sorted by it. Days are in the same order as times.
    order: sql`day ${direction}, at ${direction}, position ${direction}`,
  })
}

/** Sorts all selected orders by price. */
function readSortedPage(generation: number, query: OrdersQuery): QueryPlan<OrderRow[]> {
  const { sort, after } = query
  const { descending } = readSort(sort)
  const [direction, isAfter] = descending ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`]
  return rowsOfPage(generation, query, {
    value: sql`price_cents`,
    conditions: [
      ...selected(generation, query),
      ...(after
        ? [sql`(price_cents, at, position) ${isAfter} (${after.value}, ${after.at}, ${after.position})`]
        : []),
    ],
    order: sql`value ${direction}, at ${direction}, position ${direction}`,
  })
}

interface PageOrder {
  value: Sql
  conditions: readonly Sql[]
  order: Sql
}

/**
 * Finds the page in the index alone, then reads only its rows. Otherwise, sorting by price would read the rows of all
 * selected orders.
 */
function rowsOfPage(
  generation: number,
  { sort, limit }: Pick<OrdersQuery, 'sort' | 'limit'>,
  { value, conditions, order }: PageOrder,
): QueryPlan<OrderRow[]> {
  const direction = readSort(sort).descending ? sql`DESC` : sql`ASC`
  return rowsOf<OrderRow>(
    sql`SELECT ${orderColumns}
      FROM (SELECT day, at, position, ${value} AS value FROM orders WHERE ${allOf(conditions)}
        ORDER BY ${order} LIMIT ${limit}) AS page
      CROSS JOIN orders
      WHERE orders.generation = ${generation} AND orders.day = page.day AND orders.at = page.at
        AND orders.position = page.position
      ORDER BY page.value ${direction}, orders.at ${direction}, orders.position ${direction}`,
  )
}

/**
 * Leaves out the days that were on previous pages of a list sorted by time, so that the index, which is sorted by day,
 * is not scanned again for them.
 */
function withoutPreviousDays(query: OrdersQuery): OrdersQuery {
  const { after, sort, from, to } = query
  if (!after) return query
  const day = berlinDay(after.at)
  return sort === 'time' ? { ...query, from: from > day ? from : day } : { ...query, to: to < day ? to : day }
}

/** Implements `ReportStore.orderNumbers`. */
export function* readOrderNumbers({ number, upTo }: NumberQuery): QueryPlan<NumberMatches | undefined> {
  const { generation } = yield* liveGeneration()
  const matching = sql`generation = ${generation} AND ${hasNumber(number)}
    AND position <= ${upTo ?? Number.MAX_SAFE_INTEGER}`
  const [found] = yield* rowsOf<NumberMatches>(
    sql`SELECT day, funnel, (SELECT count(*) FROM orders WHERE ${matching}) AS orders
      FROM orders WHERE ${matching} ORDER BY at DESC, position DESC LIMIT 1`,
  )
  return found
}
