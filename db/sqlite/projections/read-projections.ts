import type { OrderStatus } from '#domain/orders/evolve-order.ts'
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
import type { Generation, OrderRow, ResumedQuery, SilentRun, SinceQuery } from '#db/ports/projection-store.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQuery, runQueryPlan } from '#db/sqlite/connection/run-query-plan.ts'
import type { CountedRunText, RunRowText } from './projection-rows.ts'

/**
 * Creates the reading methods of `ProjectionStore`. They return run states as JSON text, because text is cheaper to
 * send to the main thread than objects.
 */
export function createProjectionReads(connection: Connection) {
  return {
    liveGeneration(): Omit<Generation, 'state'> {
      const [live] = runQuery<Omit<Generation, 'state'>>(connection, liveGenerationQuery)
      if (!live) throw new Error('the database has no live generation of projections')
      return live
    },
    generations: () => runQuery<Generation>(connection, generationsQuery),
    runs: (generation: number, runIds: string[]) =>
      runQuery<RunRowText>(connection, runsById(generation, runIds)),
    orders: (generation: number, orderIds: string[]) =>
      runQuery<OrderRow>(connection, ordersById(generation, orderIds)),
    silentRuns: (before: number, limit: number, after?: SilentRun) =>
      runQueryPlan(connection, readSilentRuns({ before, limit, after })) as RunRowText[],
    declaredOrders: (limit: number, after?: string) =>
      runQueryPlan(connection, readDeclaredOrders(limit, after)),
    ordersInStatus: (status: OrderStatus, limit: number, after?: string) =>
      runQueryPlan(connection, readOrdersInStatus(status, limit, after)),
    oldestUnsent: () => runQueryPlan(connection, readOldestUnsent()),
    archivedStates: (runIds: readonly string[]) =>
      runQueryPlan(connection, readArchivedStates(runIds)) as { runId: string; state: string }[],
    resumedRuns: (query: ResumedQuery) => runQueryPlan(connection, readResumedRuns(query)),
    changedDays: (query: SinceQuery) => runQueryPlan(connection, readChangedDays(query)),
    countSince: (query: SinceQuery) => runQueryPlan(connection, readSinceCounts(query)),
    reportKeys: (generation: number | 'live', wanted: readonly ReportKey[]) =>
      runQueryPlan(connection, readKeys(generation, wanted)),
    dump(generation: number) {
      const { runs, ...rest } = runQueryPlan(connection, dumpProjections(generation))
      return { runs: runs as CountedRunText[], ...rest }
    },
  }
}
