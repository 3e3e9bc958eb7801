import { berlinDay } from '#domain/time/berlin-time.ts'
import type { ShownStatus } from '#domain/orders/evolve-order.ts'
import { readSort, sortedStatuses, statusRank } from '#domain/reports/orders/sort.ts'
import type { OrderRow } from '#db/ports/projection-store.ts'
import type {
  NumberMatches,
  NumberQuery,
  OrderFilter,
  OrderSums,
  OrdersPage,
  OrdersQuery,
} from '#db/ports/report-store.ts'
import { type QueryPlan, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'

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

/** Implements `ReportStore.orders`. */
export function* readOrders(query: OrdersQuery): QueryPlan<OrdersPage> {
  const { generation, asOfPosition } = yield* liveGeneration()
  if (!query.sums) return { asOfPosition, rows: yield* readPage(generation, query), sums: null }
  const { firstPrice, ...sums } = yield* readSums(generation, query)
  return { asOfPosition, rows: yield* readPage(generation, query, firstPrice), sums }
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

/**
 * Returns the sums of the selected orders, and the first price of a list that is sorted by price. Only such a list reads
 * the price, because finding the lowest or highest one takes half as long as the sums.
 */
function* readSums(
  generation: number,
  query: OrdersQuery,
): QueryPlan<OrderSums & { firstPrice: number | undefined }> {
  const { column, descending } = readSort(query.sort)
  const firstPriceOf = descending ? sql`max(price_cents)` : sql`min(price_cents)`
  const [sums] = yield* rowsOf<{
    orders: number
    revenueCents: number | null
    netRevenueCents: number | null
    firstPrice: number | null
  }>(
    sql`SELECT count(*) AS orders, CAST(sum(price_cents) AS bigint) AS "revenueCents",
        CAST(sum(net_cents) AS bigint) AS "netRevenueCents",
        ${column === 'price' ? firstPriceOf : sql`NULL`} AS "firstPrice"
      FROM orders WHERE ${allOf(selected(generation, query))}`,
  )
  const { orders, revenueCents, netRevenueCents, firstPrice } = sums!
  return {
    orders,
    revenueCents: revenueCents ?? 0,
    netRevenueCents: netRevenueCents ?? 0,
    firstPrice: firstPrice ?? undefined,
  }
}

function selected(generation: number, filter: OrderFilter): Sql[] {
  const { from, to, funnel, number, works, testPayments, robots, untouchedSince } = filter
  return [
    sql`generation = ${generation}`,
    // With a number or work, the concatenation keeps the engines from using the index by day, which contains neither.
    number === undefined && works === undefined
      ? sql`day BETWEEN ${from} AND ${to}`
      : sql`day || '' BETWEEN ${from} AND ${to}`,
    ...(number === undefined ? [] : [startsWith(number)]),
    // The index of work contains only the orders that have any.
    ...(works === undefined ? [] : [sql`work IN ${listOf(works)} AND work IS NOT NULL`]),
    ...(funnel === undefined ? [] : [sql`funnel = ${funnel}`]),
    ...hasStatus(filter),
    ...(testPayments === undefined
      ? []
      : [testPayments === 'only' ? sql`payment = 'test'` : sql`payment <> 'test'`]),
    ...(robots === undefined ? [] : [sql`visitor = ${robots === 'only' ? 'robot' : 'person'}`]),
    ...(untouchedSince === undefined ? [] : [sql`last_position <= ${untouchedSince}`]),
  ]
}

/** Numbers contain only digits, capital letters and hyphens, all of which precede the tilde. */
function startsWith(number: string): Sql {
  return sql`number >= ${number} AND number < ${`${number}~`}`
}

function hasStatus({ status, expiredUpTo }: OrderFilter): Sql[] {
  if (status === undefined) return []
  if (status === 'expired') return [sql`status = 'ordered' AND at <= ${expiredUpTo}`]
  return [sql`status = ${status}`, ...(status === 'ordered' ? [sql`at > ${expiredUpTo}`] : [])]
}

/** Implements `ReportStore.orderNumbers`. */
export function* readOrderNumbers({ number, upTo }: NumberQuery): QueryPlan<NumberMatches | undefined> {
  const { generation } = yield* liveGeneration()
  const matching = sql`generation = ${generation} AND ${startsWith(number)}
    AND position <= ${upTo ?? Number.MAX_SAFE_INTEGER}`
  const [found] = yield* rowsOf<NumberMatches>(
    sql`SELECT day, funnel, (SELECT count(*) FROM orders WHERE ${matching}) AS orders
      FROM orders WHERE ${matching} ORDER BY at DESC, position DESC LIMIT 1`,
  )
  return found
}
