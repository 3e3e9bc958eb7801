import { attributionModels, isPlaced } from '#domain/attribution/credit-touches.ts'
import { dailyKey } from '#domain/reports/daily-keys.ts'
import { creditDay, creditsUnder } from '#domain/runs/run-credits.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import type { RunRow } from '#db/ports/projection-store.ts'
import type {
  AttributionQuery,
  Credit,
  ModelCredit,
  ModelsQuery,
  ReportStore,
} from '#db/ports/report-store.ts'
import type { KeptCounts } from './kept-counts.ts'
import { type KeptCredits, sumKeptCredits } from './kept-credits.ts'
import { readCounts } from './read-counts.ts'
import { runRowsOf } from './read-runs.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import {
  type LiveGeneration,
  type QueryPlan,
  type Sql,
  allOf,
  listOf,
  liveGeneration,
  rowsOf,
  sql,
} from '#db/reads/query-plan.ts'
import { countedRows, runsMatching } from './segment-sql.ts'
import { type CreditsQuery, sumCredits } from './sum-credits.ts'
import { daysToRead, isTouched } from './untouched-runs.ts'

type Result<Report extends 'attribution' | 'attributionModels'> = Awaited<ReturnType<ReportStore[Report]>>

/**
 * Implements `ReportStore.attribution`. Its sums are not kept: reading one model takes 10 ms, and its sums would displace
 * those of all models.
 */
export function* readAttribution(query: AttributionQuery): QueryPlan<Result<'attribution'>> {
  const { model, funnel, ...rest } = query
  const live = yield* liveGeneration()
  const rows = yield* readCredits(live, {
    ...rest,
    models: [model],
    ...(funnel !== undefined && { funnels: [funnel] }),
  })
  return { asOfPosition: live.asOfPosition, rows: rows.map(withoutModel) }
}

function withoutModel({ key, runs, orders, revenueCents, netRevenueCents }: ModelCredit): Credit {
  return { key, runs, orders, revenueCents, netRevenueCents }
}

interface Kept {
  counts: KeptCounts
  credits: KeptCredits
}

/** Implements `ReportStore.attributionModels`. */
export function* readAttributionModels(
  query: ModelsQuery,
  kept: Kept,
): QueryPlan<Result<'attributionModels'>> {
  const { from, to, funnels, untouchedSince } = query
  const live = yield* liveGeneration()
  const rows = yield* readCredits(live, { ...query, models: query.models ?? attributionModels }, kept.credits)
  const days = { from, to, ...(untouchedSince !== undefined && { untouchedSince }) }
  const counted = { funnels, segment: query.segment ?? {}, kinds: query.kinds, ...days }
  const { groups } = query.kinds.length === 0 ? { groups: [] } : yield* readCounts(counted, kept.counts)
  const sums = new Map<string, number>()
  for (const { measure, runs } of groups.flatMap(({ measures }) => measures))
    sums.set(measure, (sums.get(measure) ?? 0) + runs)
  return {
    asOfPosition: live.asOfPosition,
    rows,
    measures: [...sums].map(([measure, runs]) => ({ measure, runs })),
  }
}

/** Format of the run states since which credits are stored by the day of the order as well. */
const formatWithPlaced = 10

/** `kept` has sums of earlier queries; without it, all credits are read. */
export function* readCredits(
  live: LiveGeneration,
  query: CreditsQuery,
  kept?: KeptCredits,
): QueryPlan<ModelCredit[]> {
  const { generation, asOfPosition, format } = live
  if (isPlaced(query.by) && asOfPosition > 0 && format < formatWithPlaced)
    throw new StoreUnavailable('The sums by day of the order are being built after an update of the service.')
  if (query.segment?.variant !== undefined) return yield* creditRuns(live, query)
  // Orders of a day can belong to runs that started on other days.
  const days = isPlaced(query.by) ? query : yield* daysToRead(generation, query)
  if (!days) return []
  const keptSums = kept && (yield* sumKeptCredits(countedRows(live), days, kept))
  const rows = keptSums ?? (yield* sumCredits(generation, days))
  const { untouchedSince } = days
  if (untouchedSince === undefined) return rows
  return yield* subtractTouched(generation, rows, { ...days, untouchedSince })
}

/** Subtracts from `rows` the credits of runs that have events after position `untouchedSince`. */
function* subtractTouched(
  generation: number,
  rows: readonly ModelCredit[],
  query: CreditsQuery & { untouchedSince: number },
): QueryPlan<ModelCredit[]> {
  const { by, untouchedSince } = query
  const touched = yield* rowsOf<{ runId: string }>(
    isPlaced(by)
      ? orderedRuns(generation, query, [sql`orders.last_position > ${untouchedSince}`])
      : sql`SELECT run_id AS "runId" FROM runs WHERE ${isTouched(generation, query)}`,
  )
  const sums = new Map(rows.map((row) => [nameOf(row), { ...row }]))
  yield* forEachCredit(generation, { runs: touched, query }, (credit) => {
    // `sums` has no row for a key whose summed credits are all zero. Nothing is subtracted for such a key.
    const sum = sums.get(nameOf(credit))
    if (sum) addCredit(sum, credit, -1)
  })
  return [...sums.values()].filter((sum) => sum.runs !== 0 || sum.orders !== 0 || sum.revenueCents !== 0)
}

/** Adds up the credits of the runs that match the filter of a query, for which no credits are stored. */
function* creditRuns(live: LiveGeneration, query: CreditsQuery): QueryPlan<ModelCredit[]> {
  const { generation } = live
  const { by, from, to, funnels, segment = {}, untouchedSince } = query
  const matching = [sql`measures <> ''`, ...(yield* runsMatching(countedRows(live), segment))]
  const untouched = untouchedSince === undefined ? [] : [sql`runs.last_position <= ${untouchedSince}`]
  const runs = yield* rowsOf<{ runId: string }>(
    isPlaced(by)
      ? orderedRuns(generation, query, [...matching, ...untouched])
      : sql`SELECT run_id AS "runId" FROM runs WHERE ${allOf([
          sql`generation = ${generation} AND day BETWEEN ${from} AND ${to}`,
          ...(funnels === undefined ? [] : [sql`funnel IN ${listOf(funnels)}`]),
          ...matching,
          ...untouched,
        ])}`,
  )
  const sums = new Map<string, ModelCredit>()
  yield* forEachCredit(generation, { runs, query }, (credit) => {
    const sum = sums.get(nameOf(credit))
    if (sum) addCredit(sum, credit, 1)
    else sums.set(nameOf(credit), credit)
  })
  return [...sums.values()]
}

/** Maximum number of run states held in memory at a time. */
const statesAtOnce = 500

/** Calls `use` with each credit that these runs give to the keys of a query. */
function* forEachCredit(
  generation: number,
  { runs, query }: { runs: readonly { runId: string }[]; query: CreditsQuery },
  use: (credit: ModelCredit) => void,
): QueryPlan<void> {
  const { by, models, keyPrefix = '', daily = false } = query
  for (let from = 0; from < runs.length; from += statesAtOnce) {
    const runIds = runs.slice(from, from + statesAtOnce).map(({ runId }) => runId)
    for (const row of yield* runRowsOf(generation, runIds)) {
      const state = readState(row)
      for (const credit of models.flatMap((model) => creditsUnder(state, model, by))) {
        const { model, runs: ofRuns, orders, revenueCents, netRevenueCents } = credit
        if (!credit.key.startsWith(keyPrefix)) continue
        const key = daily ? dailyKey(state.origin.funnel, creditDay(state, by), credit.key) : credit.key
        use({ model, key, runs: ofRuns, orders, revenueCents, netRevenueCents })
      }
    }
  }
}

function addCredit(sum: ModelCredit, credit: ModelCredit, sign: 1 | -1): void {
  sum.runs += sign * credit.runs
  sum.orders += sign * credit.orders
  sum.revenueCents += sign * credit.revenueCents
  sum.netRevenueCents += sign * credit.netRevenueCents
}

/** Selects the runs whose orders were placed on the days of a query and that meet some conditions. */
function orderedRuns(
  generation: number,
  { from, to, funnels }: CreditsQuery,
  conditions: readonly Sql[],
): Sql {
  const ofFunnels = funnels === undefined ? [] : [sql`runs.funnel IN ${listOf(funnels)}`]
  return sql`SELECT runs.run_id AS "runId" FROM orders CROSS JOIN runs
    WHERE ${allOf([
      sql`orders.generation = ${generation} AND orders.day BETWEEN ${from} AND ${to}`,
      sql`runs.generation = orders.generation AND runs.run_id = orders.run_id`,
      ...ofFunnels,
      ...conditions,
    ])}`
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
