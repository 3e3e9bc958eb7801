import { berlinDay } from '#domain/time/berlin-time.ts'
import { orderStatuses } from '#domain/orders/evolve-order.ts'
import { readSort, statusRank } from '#domain/reports/orders/sort.ts'
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
  const rows = yield* readPage(generation, query)
  return { asOfPosition, rows, sums: query.sums ? yield* readSums(generation, query) : null }
}

/**
 * Finds the page in the index alone, then reads only its rows. Otherwise, sorting by price or status would read the
 * rows of all selected orders.
 */
function* readPage(generation: number, query: OrdersQuery): QueryPlan<OrderRow[]> {
  const { sort, after, limit } = query
  const { column, descending } = readSort(sort)
  const value = { time: sql`0`, price: sql`price_cents`, status: rankOf(query) }[column]
  const direction = descending ? sql`DESC` : sql`ASC`
  const isAfter = descending ? sql`<` : sql`>`
  const conditions = [
    ...selected(generation, column === 'time' ? withoutPreviousDays(query) : query),
    ...(after && column === 'time' ? [sql`(at, position) ${isAfter} (${after.at}, ${after.position})`] : []),
    ...(after && column !== 'time'
      ? [sql`(${value}, at, position) ${isAfter} (${after.value}, ${after.at}, ${after.position})`]
      : []),
  ]
  // The day comes first, because the index is sorted by it. Days are in the same order as times.
  const byTime = sql`day ${direction}, at ${direction}, position ${direction}`
  const order = column === 'time' ? byTime : sql`value ${direction}, at ${direction}, position ${direction}`
  return yield* rowsOf<OrderRow>(
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

function* readSums(generation: number, query: OrdersQuery): QueryPlan<OrderSums> {
  const [sums] = yield* rowsOf<{
    orders: number
    revenueCents: number | null
    netRevenueCents: number | null
  }>(
    sql`SELECT count(*) AS orders, CAST(sum(price_cents) AS bigint) AS "revenueCents",
        CAST(sum(net_cents) AS bigint) AS "netRevenueCents"
      FROM orders WHERE ${allOf(selected(generation, query))}`,
  )
  const { orders, revenueCents, netRevenueCents } = sums!
  return { orders, revenueCents: revenueCents ?? 0, netRevenueCents: netRevenueCents ?? 0 }
}

function selected(generation: number, filter: OrderFilter): Sql[] {
  const { from, to, funnel, number, testPayments, robots, untouchedSince } = filter
  return [
    sql`generation = ${generation}`,
    // With a number, the concatenation keeps the engines from using the index by day, which does not contain numbers.
    number === undefined
      ? sql`day BETWEEN ${from} AND ${to}`
      : sql`${startsWith(number)} AND day || '' BETWEEN ${from} AND ${to}`,
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

function rankOf({ expiredUpTo }: OrderFilter): Sql {
  const ranks = orderStatuses.map((status) => sql`WHEN status = ${status} THEN ${rank(status)}`)
  return sql`CASE WHEN status = 'ordered' AND at <= ${expiredUpTo} THEN ${rank('expired')}
    ${sql.join(ranks, sql` `)} END`
}

/** Written into the statement, because PostgreSQL would take a parameter in this place for text. */
const rank = (status: Parameters<typeof statusRank>[0]): Sql => sql.raw(String(statusRank(status)))

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
