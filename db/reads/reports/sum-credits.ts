import type { ModelCredit } from '#db/ports/report-store.ts'
import { type LiveGeneration, type QueryPlan, allOf, rowsOf, sql } from '#db/reads/query-plan.ts'
import { type CreditsQuery, selectedCredits, summedAmounts } from './credit-filter.ts'
import { type KeptCredits, sumKeptCredits } from './kept-credits.ts'
import { countedRows } from './segment-sql.ts'

/** Sums the stored credits by model and key, without those that are all zero. `kept` has sums of earlier queries. */
export function* sumCredits(
  live: LiveGeneration,
  query: CreditsQuery,
  kept?: KeptCredits,
): QueryPlan<ModelCredit[]> {
  const sums = kept && (yield* sumKeptCredits(countedRows(live), query, kept))
  return sums ?? (yield* readSums(live.generation, query))
}

function readSums(generation: number, query: CreditsQuery): QueryPlan<ModelCredit[]> {
  const { from, to, daily = false } = query
  const conditions = [...selectedCredits(generation, query), sql`day BETWEEN ${from} AND ${to}`]
  return rowsOf<ModelCredit>(
    sql`SELECT model, ${daily ? sql`funnel || ' ' || day || ' ' || key AS key` : sql`key`}, ${summedAmounts}
      FROM attribution WHERE ${allOf(conditions)}
      GROUP BY model, attribution.key${daily ? sql`, funnel, day` : sql``}
      HAVING sum(runs) <> 0 OR sum(orders) <> 0 OR sum(revenue_cents) <> 0`,
  )
}
