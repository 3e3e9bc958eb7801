import type { Exclusion } from '#db/ports/exclusion-store.ts'
import { type QueryPlan, listOf, rowsOf, sql } from './query-plan.ts'

/** Implements `ExclusionStore.find`. */
export function* readExclusion(runId: string): QueryPlan<Exclusion | undefined> {
  const [found] = yield* rowsOf<Exclusion>(
    sql`SELECT run_id AS "runId", at, excluded_by AS "by", reason, position FROM excluded_runs WHERE run_id = ${runId}`,
  )
  return found
}

/** Implements `ExclusionStore.among`. */
export function* readExcludedAmong(runIds: readonly string[]): QueryPlan<string[]> {
  const rows = yield* rowsOf<{ runId: string }>(
    sql`SELECT run_id AS "runId" FROM excluded_runs WHERE run_id IN ${listOf(runIds)}`,
  )
  return rows.map(({ runId }) => runId)
}

/** Implements `ExclusionStore.count`. */
export function* readExclusionCounts(since: number): QueryPlan<{ by: Exclusion['by']; runs: number }[]> {
  return yield* rowsOf(
    sql`SELECT excluded_by AS "by", count(*) AS runs FROM excluded_runs WHERE at >= ${since}
      GROUP BY excluded_by ORDER BY excluded_by`,
  )
}

/**
 * Finds the order with this number among the excluded runs and returns its id. Orders of excluded runs have no
 * projected row, but customers and operators must still be able to find them.
 */
export function* readExcludedOrder(number: string): QueryPlan<string | undefined> {
  const [found] = yield* rowsOf<{ id: string }>(
    sql`SELECT e.id FROM excluded_runs x
      JOIN once_keys k ON k.key = 'order:' || x.run_id
      JOIN events e ON e.position = k.position
      WHERE (e.data ->> 'orderNumber') = ${number} LIMIT 1`,
  )
  return found?.id
}
