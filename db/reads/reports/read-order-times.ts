import { StoreUnavailable } from '#db/ports/store.ts'
import type { OrderTimesQuery, ReportStore, TimedOrders } from '#db/ports/report-store.ts'
import { hourMs } from '#domain/time/durations.ts'
import {
  type LiveGeneration,
  type QueryPlan,
  type Sql,
  allOf,
  listOf,
  liveGeneration,
  rowsOf,
  sql,
} from '#db/reads/query-plan.ts'
import { daysOfWeekday } from './group-rows.ts'
import { countedRows, runsMatching } from './segment-sql.ts'

/** Format of the run states since which orders have the start of their run and the time of the payment. */
const formatWithStarts = 12

/** Implements `ReportStore.orderTimes`. */
export function* readOrderTimes(
  query: OrderTimesQuery,
): QueryPlan<Awaited<ReturnType<ReportStore['orderTimes']>>> {
  const live = yield* liveGeneration()
  const { asOfPosition, format } = live
  if (asOfPosition > 0 && format < formatWithStarts)
    throw new StoreUnavailable('The times of orders are being rebuilt after an update of the service.')
  // Berlin's offset is a whole number of hours, so the day follows from the hour. Grouping by hours bounds the number of
  // rows, which would otherwise be that of the orders.
  const groups = yield* rowsOf<TimedOrders>(
    sql`SELECT funnel, day, "orderedHour", "paidHour", count(*) AS orders, CAST(sum(price) AS bigint) AS "revenueCents",
        CAST(sum(CASE WHEN net <> 0 THEN 1 ELSE 0 END) AS bigint) AS "netOrders",
        CAST(sum(net) AS bigint) AS "netRevenueCents"
      FROM (SELECT start_funnel AS funnel, start_day AS day, ${hourOf(sql`at`)} AS "orderedHour",
          ${hourOf(sql`paid_at`)} AS "paidHour", price_cents AS price, net_cents AS net
        FROM orders WHERE ${allOf(yield* selected(live, query))}) AS timed
      GROUP BY funnel, day, "orderedHour", "paidHour"`,
  )
  return { asOfPosition, groups }
}

/** Returns the hour since the epoch of a time in ms. Both engines divide whole numbers without a remainder. */
function hourOf(ms: Sql): Sql {
  return sql`${ms} / ${sql.raw(String(hourMs))}`
}

function* selected(live: LiveGeneration, query: OrderTimesQuery): QueryPlan<Sql[]> {
  const { from, to, funnels, segment, untouchedSince, dayOf } = query
  const ofRun = yield* runsMatching(countedRows(live), segment)
  const weekdays = dayOf === 'start' ? daysOfWeekday(query) : undefined
  return [
    sql`generation = ${live.generation}`,
    sql`${dayOf === 'order' ? sql`day` : sql`start_day`} BETWEEN ${from} AND ${to}`,
    sql`start_funnel IN ${listOf(funnels)}`,
    // Reports leave out the orders of robots, except paid ones (see `isCounted`).
    sql`(visitor = 'person' OR payment <> 'none')`,
    ...(weekdays ? [sql`start_day IN ${listOf(weekdays)}`] : []),
    ...(untouchedSince === undefined ? [] : [sql`last_position <= ${untouchedSince}`]),
    ...(ofRun.length === 0
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM runs WHERE ${allOf([
            sql`runs.generation = orders.generation AND runs.run_id = orders.run_id`,
            ...ofRun,
          ])})`,
        ]),
  ]
}
