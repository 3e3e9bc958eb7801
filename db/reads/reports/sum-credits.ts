import type { AttributionModel, StoredDimension } from '#domain/attribution/credit-touches.ts'
import type { ModelCredit, ModelsQuery } from '#db/ports/report-store.ts'
import { type QueryPlan, type Sql, allOf, listOf, rowsOf, sql } from '#db/reads/query-plan.ts'

export interface CreditsQuery {
  from: string
  to: string
  untouchedSince?: number
  models: readonly AttributionModel[]
  by: StoredDimension
  daily?: boolean
  keyPrefix?: string
  funnels?: readonly string[]
  segment?: ModelsQuery['segment']
}

/** Sums the stored credits by model and key, without those that are all zero. */
export function sumCredits(generation: number, query: CreditsQuery): QueryPlan<ModelCredit[]> {
  const { from, to, daily = false } = query
  const conditions = [...selectedCredits(generation, query), sql`day BETWEEN ${from} AND ${to}`]
  return rowsOf<ModelCredit>(
    sql`SELECT model, ${daily ? sql`funnel || ' ' || day || ' ' || key AS key` : sql`key`}, ${summedAmounts}
      FROM attribution WHERE ${allOf(conditions)}
      GROUP BY model, attribution.key${daily ? sql`, funnel, day` : sql``}
      HAVING sum(runs) <> 0 OR sum(orders) <> 0 OR sum(revenue_cents) <> 0`,
  )
}

/** Returns the conditions for the stored credits of a query, except for its days. */
export function selectedCredits(
  generation: number,
  { by, models, funnels, keyPrefix }: Pick<CreditsQuery, 'by' | 'models' | 'funnels' | 'keyPrefix'>,
): Sql[] {
  return [
    sql`generation = ${generation} AND dimension = ${by}`,
    // Lists the models even if all are requested. Without this condition the query could not search by primary key, in
    // which the model comes before the dimension and the day.
    sql`model IN ${listOf(models)}`,
    ...(funnels === undefined ? [] : [sql`funnel IN ${listOf(funnels)}`]),
    ...(keyPrefix === undefined ? [] : [beginsWith(keyPrefix)]),
  ]
}

/** The casts to bigint make PostgreSQL's driver throw an error if a sum exceeds the safe integers. */
export const summedAmounts = sql`CAST(sum(runs) AS bigint) AS runs, CAST(sum(orders) AS bigint) AS orders,
  CAST(sum(revenue_cents) AS bigint) AS "revenueCents", CAST(sum(net_revenue_cents) AS bigint) AS "netRevenueCents"`

function beginsWith(prefix: string): Sql {
  return sql`substr(key, 1, length(CAST(${prefix} AS text))) = ${prefix}`
}
