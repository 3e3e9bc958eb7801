import { createKeptCounts } from '#db/reads/reports/kept-counts.ts'
import { createKeptCredits } from '#db/reads/reports/kept-credits.ts'
import { createKeptOrders } from '#db/reads/reports/kept-orders.ts'
import { readAttribution, readAttributionModels } from '#db/reads/reports/read-attribution.ts'
import { readCounts } from '#db/reads/reports/read-counts.ts'
import { readLive } from '#db/reads/reports/read-live.ts'
import { readOrderTimes } from '#db/reads/reports/read-order-times.ts'
import { readOrderNumbers, readOrders } from '#db/reads/reports/read-orders.ts'
import { readRunList } from '#db/reads/reports/read-ordered-runs.ts'
import type { ReportStore } from '#db/ports/report-store.ts'
import { sql } from '#db/reads/query-plan.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { runQueryPlan } from '#db/postgres/connection/run-query-plan.ts'

/** The timeline of the server, which a promotion changes. */
const readTimeline = sql`SELECT CASE WHEN pg_is_in_recovery() THEN 'recovery'
  ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS history`

/**
 * Implements `ReportStore`. Each report and its `asOfPosition` are read from one snapshot. `history` is the query for the
 * history of the database (see `KeptDaysOptions`).
 */
export function createReportReads({ pool }: Connection, history = readTimeline): ReportStore {
  const counts = createKeptCounts({ history })
  const credits = createKeptCredits({ history })
  const orders = createKeptOrders({ history })
  return {
    counts: (query) => runQueryPlan(pool, readCounts(query, counts)),
    runsOf: (query) => runQueryPlan(pool, readRunList(query)),
    live: (query) => runQueryPlan(pool, readLive(query)),
    attribution: (query) => runQueryPlan(pool, readAttribution(query)),
    attributionModels: (query) => runQueryPlan(pool, readAttributionModels(query, { counts, credits })),
    orderTimes: (query) => runQueryPlan(pool, readOrderTimes(query)),
    orders: (query) => runQueryPlan(pool, readOrders(query, orders)),
    orderNumbers: (query) => runQueryPlan(pool, readOrderNumbers(query)),
  }
}
