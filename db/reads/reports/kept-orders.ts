import type { OrderRow } from '#db/ports/projection-store.ts'
import type { OrderSums } from '#db/ports/report-store.ts'
import { type QueryPlan, listOf, rowsOf, sql } from '#db/reads/query-plan.ts'
import { KeptDays, type KeptDaysOptions, groupSize, readKeptDays } from './kept-days.ts'
import type { CountedRows } from './segment-sql.ts'

/** Sums of orders that the kept filters do not distinguish, of runs that started on the same day. */
export interface OrderGroup
  extends OrderSums, Pick<OrderRow, 'day' | 'funnel' | 'status' | 'payment' | 'visitor'> {
  lowestCents: number
  highestCents: number
}

export type KeptOrders = KeptDays<OrderGroup>

/** Every list adds up some groups of the same query. There are about 25 per day, for 300 or 3,000 orders. */
const queryName = 'orders'

/** Reading more days for one list would keep other reports waiting. */
const daysAtOnce = 31

export function createKeptOrders(options?: KeptDaysOptions): KeptOrders {
  return new KeptDays(() => groupSize, options)
}

/**
 * Returns the groups of all orders; undefined if they are not all kept yet, too many to be kept, or their changes are not
 * recorded.
 */
export function* readOrderGroups(rows: CountedRows, kept: KeptOrders): QueryPlan<OrderGroup[] | undefined> {
  if (!rows.hasCountedDays) return undefined
  const wanted = { query: queryName, daysAtOnce }
  const found = yield* readKeptDays(kept, rows, wanted, (stale) => readDays(rows.generation, stale))
  return found.isComplete ? found.days.flatMap(({ groups }) => groups) : undefined
}

function* readDays(
  generation: number,
  days: readonly string[],
): QueryPlan<ReadonlyMap<string, readonly OrderGroup[]>> {
  const groups = yield* rowsOf<OrderGroup & { startDay: string }>(
    sql`SELECT start_day AS "startDay", day, funnel, status, payment, visitor, count(*) AS orders,
        CAST(sum(price_cents) AS bigint) AS "revenueCents", CAST(sum(net_cents) AS bigint) AS "netRevenueCents",
        min(price_cents) AS "lowestCents", max(price_cents) AS "highestCents"
      FROM orders WHERE generation = ${generation} AND start_day IN ${listOf(days)}
      GROUP BY start_day, day, funnel, status, payment, visitor`,
  )
  return Map.groupBy(groups, ({ startDay }) => startDay)
}
