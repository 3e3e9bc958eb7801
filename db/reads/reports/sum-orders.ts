import { readSort } from '#domain/reports/orders/sort.ts'
import type { OrderFilter, OrderSums, OrdersQuery } from '#db/ports/report-store.ts'
import { type LiveGeneration, type QueryPlan, allOf, rowsOf, sql } from '#db/reads/query-plan.ts'
import { type KeptOrders, type OrderGroup, readOrderGroups } from './kept-orders.ts'
import { selected } from './order-filter.ts'
import { countedRows } from './segment-sql.ts'

/** Sums of the selected orders, and the first price of a list that is sorted by price. */
type Sums = OrderSums & { firstPrice: number | undefined }

/** Adds up kept groups of orders if the query filters only by what they are grouped by, and reads the orders otherwise. */
export function* sumOrders(live: LiveGeneration, query: OrdersQuery, kept: KeptOrders): QueryPlan<Sums> {
  const groups = hasOnlyKeptFilters(query) ? yield* readOrderGroups(countedRows(live), kept) : undefined
  return groups ? addUp(groups, query) : yield* readSums(live.generation, query)
}

/** Unpaid orders expire at different times of their day, so a group can contain both `ordered` and `expired` ones. */
function hasOnlyKeptFilters({ number, works, untouchedSince, status }: OrderFilter): boolean {
  return (
    number === undefined &&
    works === undefined &&
    untouchedSince === undefined &&
    status !== 'ordered' &&
    status !== 'expired'
  )
}

function addUp(groups: readonly OrderGroup[], query: OrdersQuery): Sums {
  const { column, descending } = readSort(query.sort)
  const sums: Sums = { orders: 0, revenueCents: 0, netRevenueCents: 0, firstPrice: undefined }
  for (const group of groups) {
    if (!isSelected(group, query)) continue
    sums.orders += group.orders
    sums.revenueCents += group.revenueCents
    sums.netRevenueCents += group.netRevenueCents
    if (column !== 'price') continue
    const { firstPrice } = sums
    const price = descending ? group.highestCents : group.lowestCents
    if (firstPrice === undefined || (descending ? price > firstPrice : price < firstPrice))
      sums.firstPrice = price
  }
  return sums
}

function isSelected(group: OrderGroup, filter: OrderFilter): boolean {
  const { from, to, funnel, status, testPayments, robots } = filter
  return (
    group.day >= from &&
    group.day <= to &&
    (funnel === undefined || group.funnel === funnel) &&
    (status === undefined || group.status === status) &&
    (testPayments === undefined || (group.payment === 'test') === (testPayments === 'only')) &&
    (robots === undefined || (group.visitor === 'robot') === (robots === 'only'))
  )
}

/** Only a list sorted by price reads the first price, because finding it takes half as long as the sums. */
function* readSums(generation: number, query: OrdersQuery): QueryPlan<Sums> {
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
