import { creditUnit } from '#domain/attribution/credit-touches.ts'
import { type FigureSums, noSums } from '#domain/reports/runs/figure-sums.ts'
import type { RunCursor, RunsPage, RunsQuery } from '#db/ports/report-store.ts'
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
import { readCredits } from './read-attribution.ts'
import { maxScanned, numbersOf, readRuns, rowsAt, withinBytes } from './read-runs.ts'
import { type CountedRows, countedRows, has, runsMatching } from './segment-sql.ts'

/** Implements `ReportStore.runsOf`. */
export function readRunList(query: RunsQuery): QueryPlan<RunsPage> {
  return query.dayOf === 'order' ? readOrderedRuns(query) : readRuns(query)
}

interface Figure {
  anyOf: readonly number[]
  butNot: readonly number[]
}

/** Lists the runs of a figure by the time of their orders, newest first. */
function* readOrderedRuns(query: RunsQuery): QueryPlan<RunsPage> {
  const live = yield* liveGeneration()
  const rows = countedRows(live)
  const figure = yield* numbersOf(query)
  const sums = (yield* storedSums(live, query)) ?? (yield* addUp(rows, query, figure))
  const { found, next } = yield* findPage(rows, query, figure)
  const shown = yield* withinBytes(live.generation, found)
  return {
    asOfPosition: live.asOfPosition,
    sums,
    rows: yield* rowsAt(live.generation, shown),
    next: shown.length < found.length ? shown.at(-1)! : next,
  }
}

/** Figures whose sums are stored by the day of the order (see order-facts.ts). */
const storedFigures = new Set(['completed', 'paid', 'severalContacts'])

/** Reads the stored sums of a figure. Returns undefined if there are none, or none that match the filters. */
function* storedSums(live: LiveGeneration, query: RunsQuery): QueryPlan<FigureSums | undefined> {
  const { from, to, funnels, anyOf, butNot, versions, segment, placedIn, untouchedSince } = query
  const [figure = ''] = anyOf
  const isStored = anyOf.length === 1 && butNot.length === 0 && storedFigures.has(figure)
  const isFiltered = versions !== undefined || placedIn !== undefined || Object.keys(segment).length > 0
  if (!isStored || isFiltered) return undefined
  const credits = yield* readCredits(live, {
    from,
    to,
    funnels,
    by: 'placed:order',
    models: ['last'],
    keyPrefix: figure,
    ...(untouchedSince !== undefined && { untouchedSince }),
  })
  const sum = credits.find(({ key }) => key === figure)
  if (!sum) return noSums
  const { orders, revenueCents, netRevenueCents } = sum
  return { ...noSums, completed: orders / creditUnit, revenueCents, netRevenueCents }
}

function* addUp(rows: CountedRows, query: RunsQuery, figure: Figure): QueryPlan<FigureSums> {
  const [sums] = yield* rowsOf<{ orders: number; price: number | null; net: number | null }>(
    sql`SELECT count(*) AS orders, CAST(sum(orders.price_cents) AS bigint) AS price,
        CAST(sum(orders.net_cents) AS bigint) AS net
      FROM orders CROSS JOIN runs
      WHERE ${allOf([...ofRange(rows.generation, query), ...(yield* matching(rows, query, figure))])}`,
  )
  const { orders, price, net } = sums!
  return { ...noSums, completed: orders, revenueCents: price ?? 0, netRevenueCents: net ?? 0 }
}

/** Finds the runs of one page among the next `maxScanned` orders. */
function* findPage(
  rows: CountedRows,
  query: RunsQuery,
  figure: Figure,
): QueryPlan<{ found: RunCursor[]; next: RunCursor | null }> {
  const { before, limit, touchedSince } = query
  const ofList = [
    ...ofRange(rows.generation, query),
    ...(touchedSince === undefined ? [] : [sql`orders.last_position > ${touchedSince}`]),
  ]
  const scanned = yield* rowsOf<{ at: number }>(
    sql`SELECT at FROM orders WHERE ${allOf([...ofList, ...notAfter(before)])}
      ORDER BY day DESC, at DESC LIMIT 1 OFFSET ${maxScanned - 1}`,
  )
  const oldest = scanned[0]?.at
  const conditions = [
    ...ofList,
    ...(yield* matching(rows, query, figure)),
    ...(before ? [sql`(orders.at, orders.run_id) < (${before.at}, ${before.runId})`] : []),
    ...(oldest === undefined ? [] : [sql`orders.at >= ${oldest}`]),
    ...(query.status === undefined ? [] : [sql`runs.status = ${query.status}`]),
  ]
  // Requests one row more than the page needs, to find out whether another page follows. The day comes first, because
  // the index is sorted by it.
  const found = yield* rowsOf<RunCursor>(
    sql`SELECT runs.run_id AS "runId", orders.at AS at FROM orders CROSS JOIN runs
      WHERE ${allOf(conditions)}
      ORDER BY orders.day DESC, orders.at DESC, orders.run_id DESC LIMIT ${limit + 1}`,
  )
  if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1]! }
  // All orders of the millisecond `oldest` have been scanned. The next page therefore begins with earlier ones.
  return { found, next: oldest === undefined ? null : { at: oldest, runId: '' } }
}

/** Returns the conditions for the orders on the days of a query. */
function ofRange(generation: number, { from, to, placedIn, untouchedSince }: RunsQuery): Sql[] {
  const spans = placedIn?.map(({ since, until }) => sql`(orders.at >= ${since} AND orders.at < ${until})`)
  return [
    sql`orders.generation = ${generation} AND orders.day BETWEEN ${from} AND ${to}`,
    ...(spans ? [spans.length === 0 ? sql`1 = 0` : sql`(${sql.join(spans, sql` OR `)})`] : []),
    ...(untouchedSince === undefined ? [] : [sql`orders.last_position <= ${untouchedSince}`]),
  ]
}

/** Returns the condition for orders that are not before the cursor in the list. */
function notAfter(before: RunCursor | undefined): Sql[] {
  if (!before) return []
  return [before.runId === '' ? sql`at < ${before.at}` : sql`at <= ${before.at}`]
}

/** Returns the conditions for the runs of the orders. */
function* matching(
  rows: CountedRows,
  { funnels, versions, segment }: RunsQuery,
  { anyOf, butNot }: Figure,
): QueryPlan<Sql[]> {
  return [
    sql`runs.generation = orders.generation AND runs.run_id = orders.run_id`,
    sql`runs.funnel IN ${listOf(funnels)}`,
    ...(versions === undefined ? [] : [sql`runs.version IN ${listOf(versions)}`]),
    ...(yield* runsMatching(rows, segment)),
    anyOf.length === 0 ? sql`1 = 0` : sql`(${sql.join(anyOf.map(has), sql` OR `)})`,
    ...butNot.map((measure) => sql`NOT ${has(measure)}`),
  ]
}
