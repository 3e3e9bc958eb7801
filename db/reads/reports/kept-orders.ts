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

/** All queries share the same groups. There are about 25 per day, whatever the number of orders is. */
const query = 'orders'

export function createKeptOrders(options?: KeptDaysOptions): KeptOrders {
  return new KeptDays(() => groupSize, options)
}

/** Returns the groups of all orders; undefined if they are too many to be kept, or their changes are not recorded. */
export function* readOrderGroups(rows: CountedRows, kept: KeptOrders): QueryPlan<OrderGroup[] | undefined> {
  if (!rows.hasCountedDays || kept.isTooLarge(query)) return undefined
  const days = yield* readKeptDays(kept, rows, { query }, (stale) => readDays(rows.generation, stale))
  return days.flatMap(({ groups }) => groups)
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
