import { createKeptCounts } from '#db/reads/reports/kept-counts.ts'
import { createKeptCredits } from '#db/reads/reports/kept-credits.ts'
import { createKeptOrders } from '#db/reads/reports/kept-orders.ts'
import { readAttribution, readAttributionModels } from '#db/reads/reports/read-attribution.ts'
import { readCompactCounts } from '#db/reads/reports/read-counts.ts'
import { readLive } from '#db/reads/reports/read-live.ts'
import { readOrderTimes } from '#db/reads/reports/read-order-times.ts'
import { readOrderNumbers, readOrders } from '#db/reads/reports/read-orders.ts'
import { readRunList } from '#db/reads/reports/read-ordered-runs.ts'
import type {
  AttributionQuery,
  CountsQuery,
  LiveQuery,
  ModelsQuery,
  NumberQuery,
  OrderTimesQuery,
  OrdersQuery,
  RunsPage,
  RunsQuery,
} from '#db/ports/report-store.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQueryPlan } from '#db/sqlite/connection/run-query-plan.ts'
import type { RunRowText } from '#db/sqlite/projections/projection-rows.ts'

/**
 * A page of runs whose states are left as JSON text, because text is cheaper to send to the main thread than objects.
 */
export type RunsPageText = Omit<RunsPage, 'rows'> & { rows: RunRowText[] }

/** Creates the methods of `ReportStore`. Each method reads its report and `asOfPosition` in one transaction. */
export function createReportReads(connection: Connection) {
  const counts = createKeptCounts()
  const credits = createKeptCredits()
  const orders = createKeptOrders()
  return {
    counts: (query: CountsQuery) => runQueryPlan(connection, readCompactCounts(query, counts)),
    runsOf: (query: RunsQuery) => runQueryPlan(connection, readRunList(query)) as RunsPageText,
    liveCounts: (query: LiveQuery) => runQueryPlan(connection, readLive(query)),
    attributionReport: (query: AttributionQuery) => runQueryPlan(connection, readAttribution(query)),
    attributionModels: (query: ModelsQuery) =>
      runQueryPlan(connection, readAttributionModels(query, { counts, credits })),
    orderTimes: (query: OrderTimesQuery) => runQueryPlan(connection, readOrderTimes(query)),
    ordersReport: (query: OrdersQuery) => runQueryPlan(connection, readOrders(query, orders)),
    orderNumbers: (query: NumberQuery) => runQueryPlan(connection, readOrderNumbers(query)),
  }
}
