import {
  type AttributionModel,
  type StoredDimension,
  attributionModels,
} from '#domain/attribution/credit-touches.ts'
import { creditsUnder } from '#domain/runs/run-credits.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import type { RunRow } from '#db/ports/projection-store.ts'
import type {
  AttributionQuery,
  Credit,
  ModelCredit,
  ModelsQuery,
  ReportStore,
} from '#db/ports/report-store.ts'
import { readCounts } from './read-counts.ts'
import { runRowsOf } from './read-runs.ts'
import { type QueryPlan, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'
import { daysToRead, isTouched } from './untouched-runs.ts'

type Result<Report extends 'attribution' | 'attributionModels'> = Awaited<ReturnType<ReportStore[Report]>>

/** Implements `ReportStore.attribution`. */
export function* readAttribution(query: AttributionQuery): QueryPlan<Result<'attribution'>> {
  const { model, funnel, ...rest } = query
  const { generation, asOfPosition } = yield* liveGeneration()
  const rows = yield* readCredits(generation, {
    ...rest,
    models: [model],
    ...(funnel !== undefined && { funnels: [funnel] }),
  })
  return { asOfPosition, rows: rows.map(withoutModel) }
}

function withoutModel({ key, runs, orders, revenueCents, netRevenueCents }: ModelCredit): Credit {
  return { key, runs, orders, revenueCents, netRevenueCents }
}

/** Implements `ReportStore.attributionModels`. */
export function* readAttributionModels(query: ModelsQuery): QueryPlan<Result<'attributionModels'>> {
  const { from, to, funnels, untouchedSince } = query
  const { generation, asOfPosition } = yield* liveGeneration()
  const rows = yield* readCredits(generation, { ...query, models: attributionModels })
  const days = { from, to, ...(untouchedSince !== undefined && { untouchedSince }) }
  const { groups } = yield* readCounts({ funnels, segment: {}, ...days })
  const sums = new Map<string, number>()
  for (const counted of groups.flatMap(({ measures }) => measures))
    sums.set(counted.measure, (sums.get(counted.measure) ?? 0) + counted.runs)
  return { asOfPosition, rows, measures: [...sums].map(([measure, runs]) => ({ measure, runs })) }
}

interface CreditsQuery {
  from: string
  to: string
  untouchedSince?: number
  models: readonly AttributionModel[]
  by: StoredDimension
  keyPrefix?: string
  funnels?: readonly string[]
}

function* readCredits(generation: number, query: CreditsQuery): QueryPlan<ModelCredit[]> {
  const days = yield* daysToRead(generation, query)
  if (!days) return []
  const { from, to, by, models, funnels, keyPrefix } = days
  const conditions = [
    sql`generation = ${generation} AND dimension = ${by} AND day BETWEEN ${from} AND ${to}`,
    // Lists the models even if all are requested. Without this condition the query could not search by primary key, in
    // which the model comes before the dimension and the day.
    sql`model IN ${listOf(models)}`,
    ...(funnels === undefined ? [] : [sql`funnel IN ${listOf(funnels)}`]),
    ...(keyPrefix === undefined ? [] : [beginsWith(keyPrefix)]),
  ]
  // The casts to bigint make PostgreSQL's driver throw an error if a sum exceeds the safe integers.
  const rows = yield* rowsOf<ModelCredit>(
    sql`SELECT model, key, CAST(sum(runs) AS bigint) AS runs, CAST(sum(orders) AS bigint) AS orders,
        CAST(sum(revenue_cents) AS bigint) AS "revenueCents",
        CAST(sum(net_revenue_cents) AS bigint) AS "netRevenueCents"
      FROM attribution WHERE ${allOf(conditions)} GROUP BY model, key
      HAVING sum(runs) <> 0 OR sum(orders) <> 0 OR sum(revenue_cents) <> 0`,
  )
  const { untouchedSince } = days
  if (untouchedSince === undefined) return rows
  return yield* subtractTouched(generation, rows, { ...days, untouchedSince })
}

/** Maximum number of run states held in memory at a time. */
const statesAtOnce = 500

/** Subtracts from `rows` the credits of runs that have events after position `untouchedSince`. */
function* subtractTouched(
  generation: number,
  rows: readonly ModelCredit[],
  query: CreditsQuery & { untouchedSince: number },
): QueryPlan<ModelCredit[]> {
  const { by, models, keyPrefix = '' } = query
  const touched = yield* rowsOf<{ runId: string }>(
    sql`SELECT run_id AS "runId" FROM runs WHERE ${isTouched(generation, query)}`,
  )
  const sums = new Map(rows.map((row) => [nameOf(row), { ...row }]))
  const subtract = (credit: ModelCredit) => {
    // `sums` has no row for a key whose summed credits are all zero. Nothing is subtracted for such a key.
    const sum = credit.key.startsWith(keyPrefix) ? sums.get(nameOf(credit)) : undefined
    if (!sum) return
    sum.runs -= credit.runs
    sum.orders -= credit.orders
    sum.revenueCents -= credit.revenueCents
    sum.netRevenueCents -= credit.netRevenueCents
  }
  for (let from = 0; from < touched.length; from += statesAtOnce) {
    const runIds = touched.slice(from, from + statesAtOnce).map(({ runId }) => runId)
    for (const row of yield* runRowsOf(generation, runIds)) {
      const state = readState(row)
      for (const model of models) creditsUnder(state, model, by).forEach(subtract)
    }
  }
  return [...sums.values()].filter((sum) => sum.runs !== 0 || sum.orders !== 0 || sum.revenueCents !== 0)
}

/**
 * Returns the state of a row as an object. SQLite returns the state as JSON text; PostgreSQL's driver has parsed it
 * already.
 */
function readState({ state }: RunRow): RunState {
  return (typeof state === 'string' ? JSON.parse(state) : state) as RunState
}

function nameOf({ model, key }: Pick<ModelCredit, 'model' | 'key'>): string {
  return `${model}:${key}`
}

function beginsWith(prefix: string): Sql {
  return sql`substr(key, 1, length(CAST(${prefix} AS text))) = ${prefix}`
}
