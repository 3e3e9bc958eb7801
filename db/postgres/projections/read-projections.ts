import { dumpProjections } from '#db/reads/dump-projections.ts'
import { readOldestUnsent, readOrdersInStatus } from '#db/reads/read-unsent-orders.ts'
import { readDeclaredOrders } from '#db/reads/read-declared-orders.ts'
import { generationsQuery, liveGenerationQuery } from '#db/reads/read-generations.ts'
import { readKeys } from '#db/reads/read-keys.ts'
import { ordersById } from '#db/reads/reports/read-orders.ts'
import { runsById } from '#db/reads/reports/read-runs.ts'
import { readSilentRuns } from '#db/reads/read-silent-runs.ts'
import {
  readArchivedStates,
  readChangedDays,
  readResumedRuns,
  readSinceCounts,
} from '#db/reads/reports/read-since.ts'
import type { Generation, OrderRow, ProjectionStore, RunRow } from '#db/ports/projection-store.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { runQuery, runQueryPlan } from '#db/postgres/connection/run-query-plan.ts'

/** Creates the reading methods of `ProjectionStore`. */
export function createProjectionReads({
  pool,
}: Connection): Omit<ProjectionStore, 'commit' | 'begin' | 'switchTo'> {
  return {
    async live() {
      const [live] = await runQuery<Omit<Generation, 'state'>>(pool, liveGenerationQuery)
      if (!live) throw new Error('the database has no live generation of projections')
      return live
    },
    generations: () => runQuery<Generation>(pool, generationsQuery),
    runs: (generation, runIds) => runQuery<RunRow>(pool, runsById(generation, runIds)),
    orders: (generation, orderIds) => runQuery<OrderRow>(pool, ordersById(generation, orderIds)),
    silentRuns: (before, limit, after) => runQueryPlan(pool, readSilentRuns({ before, limit, after })),
    declaredOrders: (limit, after) => runQueryPlan(pool, readDeclaredOrders(limit, after)),
    ordersInStatus: (status, limit, after) => runQueryPlan(pool, readOrdersInStatus(status, limit, after)),
    oldestUnsent: () => runQueryPlan(pool, readOldestUnsent()),
    archivedStates: (runIds) => runQueryPlan(pool, readArchivedStates(runIds)),
    resumedRuns: (query) => runQueryPlan(pool, readResumedRuns(query)),
    changedDays: (query) => runQueryPlan(pool, readChangedDays(query)),
    countSince: (query) => runQueryPlan(pool, readSinceCounts(query)),
    keys: (generation, wanted) => runQueryPlan(pool, readKeys(generation, wanted)),
    dump: (generation) => runQueryPlan(pool, dumpProjections(generation)),
  }
}
