import type { RunRow, SilentRun } from '#db/ports/projection-store.ts'
import { type QueryPlan, liveGeneration, rowsOf, sql } from './query-plan.ts'
import { runColumns } from '#db/reads/reports/read-runs.ts'

export interface SilentRunsQuery {
  /** Selects runs that have been silent since before this instant, in ms since the epoch. */
  before: number
  limit: number
  after?: SilentRun | undefined
}

const first: SilentRun = { silentSince: -1, runId: '' }

/**
 * Implements `ProjectionStore.silentRuns`. `state` is as the engine's driver returns it: JSON text from SQLite, a
 * parsed object from PostgreSQL.
 */
export function* readSilentRuns({ before, limit, after = first }: SilentRunsQuery): QueryPlan<RunRow[]> {
  const { generation } = yield* liveGeneration()
  return yield* rowsOf<RunRow>(
    sql`SELECT ${runColumns} FROM runs
      WHERE generation = ${generation} AND silent_since < ${before}
        AND (silent_since, run_id) > (${after.silentSince}, ${after.runId})
      ORDER BY silent_since, run_id LIMIT ${limit}`,
  )
}
