import { attributionModels } from '#domain/attribution.ts'
import { readCounts } from './read-counts.ts'
import { type Reading, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from './reading.ts'
import type { ModelCredit, ReportStore } from './report-store.ts'

type Query<Report extends 'attribution' | 'attributionModels'> = Parameters<ReportStore[Report]>[0]
type Answer<Report extends 'attribution' | 'attributionModels'> = Awaited<ReturnType<ReportStore[Report]>>

// As whole numbers of 8 bytes, so that PostgreSQL's driver refuses what would not be exact.
const runs = sql`CAST(sum(runs) AS bigint)`
const orders = sql`CAST(sum(orders) AS bigint)`
const revenueCents = sql`CAST(sum(revenue_cents) AS bigint)`
const something = sql`sum(runs) <> 0 OR sum(orders) <> 0 OR sum(revenue_cents) <> 0`

/** `attribution` of the report port. */
export function* readAttribution(query: Query<'attribution'>): Reading<Answer<'attribution'>> {
  const { model, by, from, to, funnel } = query
  const { generation, asOfPosition } = yield* liveGeneration()
  const asked = [
    inRange(generation, { by, from, to }),
    sql`model = ${model}`,
    ...(funnel === undefined ? [] : [sql`funnel = ${funnel}`]),
  ]
  const rows = yield* rowsOf<Omit<ModelCredit, 'model'>>(
    sql`SELECT key, ${runs} AS runs, ${orders} AS orders, ${revenueCents} AS "revenueCents" FROM attribution
      WHERE ${allOf(asked)} GROUP BY key HAVING ${something}`,
  )
  return { asOfPosition, rows }
}

/** `attributionModels` of the report port. */
export function* readAttributionModels(
  query: Query<'attributionModels'>,
): Reading<Answer<'attributionModels'>> {
  const { by, from, to, funnels, keyPrefix } = query
  const { generation, asOfPosition } = yield* liveGeneration()
  const asked = [
    inRange(generation, { by, from, to }),
    // By name, because the key of the table begins with the model.
    sql`model IN ${listOf(attributionModels)}`,
    sql`funnel IN ${listOf(funnels)}`,
    ...(keyPrefix === undefined ? [] : [beginsWith(keyPrefix)]),
  ]
  const rows = yield* rowsOf<ModelCredit>(
    sql`SELECT model, key, ${runs} AS runs, ${orders} AS orders, ${revenueCents} AS "revenueCents" FROM attribution
      WHERE ${allOf(asked)} GROUP BY model, key HAVING ${something}`,
  )
  const { groups } = yield* readCounts({ funnels, from, to, segment: {} })
  const sums = new Map<string, number>()
  for (const counted of groups.flatMap(({ measures }) => measures))
    sums.set(counted.measure, (sums.get(counted.measure) ?? 0) + counted.runs)
  return { asOfPosition, rows, measures: [...sums].map(([measure, of]) => ({ measure, runs: of })) }
}

function inRange(
  generation: number,
  { by, from, to }: Pick<Query<'attributionModels'>, 'by' | 'from' | 'to'>,
): Sql {
  return sql`generation = ${generation} AND dimension = ${by} AND day BETWEEN ${from} AND ${to}`
}

function beginsWith(prefix: string): Sql {
  return sql`substr(key, 1, length(CAST(${prefix} AS text))) = ${prefix}`
}
