import { StoreUnavailable } from '#db/ports/store.ts'
import type { OrderTimesQuery, ReportStore, TimedOrders } from '#db/ports/report-store.ts'
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
import { isWeekday } from './read-counts.ts'
import { has } from './read-runs.ts'
import { countedRows, runsMatching } from './segment-sql.ts'

/** Format of the run states since which they contain the time of the payment. */
const formatWithPayments = 10

/** Implements `ReportStore.orderTimes`. */
export function* readOrderTimes(
  query: OrderTimesQuery,
): QueryPlan<Awaited<ReturnType<ReportStore['orderTimes']>>> {
  const live = yield* liveGeneration()
  const { asOfPosition, format } = live
  if (asOfPosition > 0 && format < formatWithPayments)
    throw new StoreUnavailable('The times of payments are being read after an update of the service.')
  const [net] = yield* rowsOf<{ measure: number }>(sql`SELECT measure FROM measures WHERE name = 'paid'`)
  const isNet = net ? has(net.measure) : sql`1 = 0`
  const paidAt = sql`(state ->> 'paidAt')`
  // Berlin's offset is a whole number of hours, so the day follows from the hour. Grouping by hours bounds the number of
  // rows, which would otherwise be that of the orders.
  const groups = yield* rowsOf<TimedOrders>(
    sql`SELECT funnel, day, "orderedHour", "paidHour", count(*) AS orders, CAST(sum(price) AS bigint) AS "revenueCents",
        CAST(sum(net) AS bigint) AS "netOrders", CAST(sum(net * price) AS bigint) AS "netRevenueCents"
      FROM (SELECT runs.funnel, runs.day, ${hourOf(sql`(state -> 'order' ->> 'at')`)} AS "orderedHour",
          ${hourOf(paidAt)} AS "paidHour", CAST(state -> 'order' ->> 'priceCents' AS bigint) AS price,
          CASE WHEN ${isNet} THEN 1 ELSE 0 END AS net
        FROM ${query.dayOf === 'order' ? sql`orders CROSS JOIN runs` : sql`runs`}
        WHERE ${allOf(selected(live, query))}) AS timed
      GROUP BY funnel, day, "orderedHour", "paidHour"`,
  )
  return { asOfPosition, groups }
}

/** Returns the hour since the epoch of a time in ms that a state contains as text. */
function hourOf(ms: Sql): Sql {
  return sql`CAST(floor(CAST(${ms} AS double precision) / 3600000) AS bigint)`
}

function selected(live: LiveGeneration, query: OrderTimesQuery): Sql[] {
  const { from, to, funnels, segment, untouchedSince, dayOf } = query
  const { generation } = live
  const ofDays =
    dayOf === 'order'
      ? sql`orders.generation = ${generation} AND orders.day BETWEEN ${from} AND ${to}
          AND runs.generation = orders.generation AND runs.run_id = orders.run_id`
      : sql`runs.generation = ${generation} AND runs.day BETWEEN ${from} AND ${to}`
  return [
    ofDays,
    // The status comes before the state in each row, so the states of runs without an order are not read.
    sql`runs.status = 'completed' AND runs.funnel IN ${listOf(funnels)} AND measures <> ''`,
    ...runsMatching(countedRows(live), segment),
    ...(dayOf === 'start' ? isWeekday(query) : []),
    ...(untouchedSince === undefined ? [] : [sql`runs.last_position <= ${untouchedSince}`]),
  ]
}
