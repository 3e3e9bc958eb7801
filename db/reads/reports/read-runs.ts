import { berlinDay } from '#domain/time/berlin-time.ts'
import type { RunRow } from '#db/ports/projection-store.ts'
import { type FigureSums, addSums, listedRuns, noSums, weightOf } from '#domain/reports/runs/figure-sums.ts'
import { type MeasureFamily, familyOf } from '#domain/runs/measure-families.ts'
import { sumCounts } from './sum-counts.ts'
import { type CountedRows, countedRows, has, runsMatching } from './segment-sql.ts'
import { type QueryPlan, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'
import type { RunCursor, RunsPage, RunsQuery } from '#db/ports/report-store.ts'
import { maxPageBytes, takeBytes } from '#db/reads/run-reads.ts'

/**
 * Maximum number of rows scanned for one page; scanning them takes about 20 ms. Without the limit, a page with few
 * matching runs could require a scan of the whole table.
 */
export const maxScanned = 20_000

interface Figure {
  anyOf: number[]
  butNot: number[]
  /** What each measure adds to the sums of the figure, by its number. */
  weights: ReadonlyMap<number, FigureSums>
  /** Families of the measures with a weight. */
  families: readonly MeasureFamily[]
}

/**
 * Implements `ReportStore.runsOf` by the day of the start. `state` is as the engine's driver returns it: JSON text from
 * SQLite, a parsed object from PostgreSQL.
 */
export function* readRuns(query: RunsQuery): QueryPlan<RunsPage> {
  const live = yield* liveGeneration()
  const { generation, asOfPosition } = live
  const counted = countedRows(live)
  const figure = yield* numbersOf(query)
  const days = yield* daysWithHits(counted, query, figure)
  const { found, next } = yield* walk(counted, query, { figure, days })
  const shown = yield* withinBytes(generation, found)
  const rows = yield* rowsAt(generation, shown)
  return {
    asOfPosition,
    sums: days.reduce((sum, day) => addSums(sum, day.sums), noSums),
    rows,
    next: shown.length < found.length ? shown.at(-1)! : next,
  }
}

/**
 * Returns the first runs of the list, until the total size of their states reaches the page limit. The run that reaches
 * the limit is included.
 */
export function* withinBytes(
  generation: number,
  places: readonly RunCursor[],
): QueryPlan<readonly RunCursor[]> {
  if (places.length === 0) return places
  const sizes = yield* rowsOf<{ runId: string; bytes: number }>(
    sql`SELECT run_id AS "runId", octet_length(CAST(state AS text)) AS bytes FROM runs
      WHERE generation = ${generation} AND run_id IN ${listOf(places.map(({ runId }) => runId))}`,
  )
  const bytesOf = new Map(sizes.map(({ runId, bytes }) => [runId, bytes]))
  return takeBytes(places, maxPageBytes, ({ runId }) => bytesOf.get(runId)!)
}

export function* numbersOf({ anyOf, butNot }: RunsQuery): QueryPlan<Figure> {
  const rows = yield* rowsOf<{ measure: number; name: string }>(sql`SELECT measure, name FROM measures`)
  const numbers = (names: readonly string[]) =>
    rows.filter(({ name }) => names.includes(name)).map(({ measure }) => measure)
  const weights = rows
    .map((row) => ({ ...row, weight: weightOf(row.name, { anyOf, butNot }) }))
    .filter(({ weight }) => Object.values(weight).some((part) => part !== 0))
  return {
    anyOf: numbers(anyOf),
    butNot: numbers(butNot),
    weights: new Map(weights.map(({ measure, weight }) => [measure, weight])),
    families: [...new Set(weights.map(({ name }) => familyOf(name)))],
  }
}

interface Day {
  day: string
  sums: FigureSums
  /** Number of runs that the list shows. */
  hits: number
}

/** Returns each day on which `figure` counts runs, with the sums of these runs. The newest day comes first. */
function* daysWithHits(rows: CountedRows, query: RunsQuery, figure: Figure): QueryPlan<Day[]> {
  const days = new Map<string, FigureSums>()
  const { families, weights } = figure
  const measures = new Set(weights.keys())
  for (const { key: day, counts } of yield* sumCounts(rows, { ...query, by: 'day', families, measures })) {
    let sums = days.get(day) ?? noSums
    for (const [measure, runs] of counts) sums = addSums(sums, weights.get(measure)!, runs)
    days.set(day, sums)
  }
  return [...days]
    .map(([day, sums]) => ({ day, sums, hits: listedRuns(sums, query.status) }))
    .filter(({ sums }) => listedRuns(sums) > 0)
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))
}

/**
 * Finds the runs of one page by scanning the index day by day, newest day first. Skips days without matching runs.
 * Within a day, stops after the last matching run.
 */
function* walk(
  rows: CountedRows,
  query: RunsQuery,
  { figure, days }: { figure: Figure; days: readonly Day[] },
): QueryPlan<{ found: RunCursor[]; next: RunCursor | null }> {
  const { before, limit } = query
  const found: RunCursor[] = []
  let left = maxScanned
  for (const { day, hits } of days) {
    if (hits === 0 || (before && day > berlinDay(before.at))) continue
    const ofDay = allOf([sql`generation = ${rows.generation} AND day = ${day}`, ...isTouchedSince(query)])
    const scanned = yield* newestOf(allOf([ofDay, ...notAfter(before)]), left)
    if (scanned.rows === 0) continue
    // Requests one row more than the page needs, to find out whether another page follows.
    const max = Math.min(limit + 1 - found.length, hits)
    found.push(
      ...(yield* matching(allOf([ofDay, ...isBefore(before), sql`started_at >= ${scanned.oldest}`]), query, {
        rows,
        figure,
        max,
      })),
    )
    if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1]! }
    left -= scanned.rows
    // All runs that started in the millisecond `scanned.oldest` have been scanned. The next page therefore begins with
    // runs that started before it.
    if (left === 0) return { found, next: { at: scanned.oldest, runId: '' } }
  }
  return { found, next: null }
}

function isTouchedSince({ touchedSince }: RunsQuery): Sql[] {
  return touchedSince === undefined ? [] : [sql`last_position > ${touchedSince}`]
}

function isBefore(before: RunCursor | undefined): Sql[] {
  return before ? [sql`(started_at, run_id) < (${before.at}, ${before.runId})`] : []
}

/**
 * Returns the condition for runs that started no later than the cursor. If the cursor has no run id, runs of its
 * millisecond are excluded. The condition compares no run ids, because the index does not contain them.
 */
function notAfter(before: RunCursor | undefined): Sql[] {
  if (!before) return []
  return [before.runId === '' ? sql`started_at < ${before.at}` : sql`started_at <= ${before.at}`]
}

/**
 * Counts the newest rows of a day, at most `max`, and returns the start time of the oldest of them. Reads only the
 * index.
 */
function* newestOf(ofDay: Sql, max: number): QueryPlan<{ rows: number; oldest: number }> {
  const [newest] = yield* rowsOf<{ rows: number; oldest: number | null }>(
    sql`SELECT count(*) AS "rows", min(started_at) AS oldest
      FROM (SELECT started_at FROM runs WHERE ${ofDay} ORDER BY started_at DESC LIMIT ${max}) AS newest`,
  )
  return { rows: newest!.rows, oldest: newest!.oldest ?? 0 }
}

function* matching(
  scanned: Sql,
  { funnels, versions, segment, status, untouchedSince }: RunsQuery,
  {
    rows,
    figure: { anyOf, butNot },
    max,
  }: { rows: CountedRows; figure: Pick<Figure, 'anyOf' | 'butNot'>; max: number },
): QueryPlan<RunCursor[]> {
  return yield* rowsOf<RunCursor>(
    sql`SELECT run_id AS "runId", started_at AS at FROM runs
      WHERE ${allOf([
        scanned,
        // Follows from the measures below. It is the condition of the index `runs_counted` of SQLite.
        sql`measures <> ''`,
        sql`funnel IN ${listOf(funnels)}`,
        ...(versions === undefined ? [] : [sql`version IN ${listOf(versions)}`]),
        ...(yield* runsMatching(rows, segment)),
        sql`(${sql.join(anyOf.map(has), sql` OR `)})`,
        ...butNot.map((measure) => sql`NOT ${has(measure)}`),
        ...(status === undefined ? [] : [sql`status = ${status}`]),
        ...(untouchedSince === undefined ? [] : [sql`last_position <= ${untouchedSince}`]),
      ])}
      ORDER BY started_at DESC, run_id DESC LIMIT ${max}`,
  )
}

export function* rowsAt(generation: number, places: readonly RunCursor[]): QueryPlan<RunRow[]> {
  const rows = yield* runRowsOf(
    generation,
    places.map(({ runId }) => runId),
  )
  const byId = new Map(rows.map((row) => [row.runId, row]))
  return places.map(({ runId }) => byId.get(runId)!)
}

export const runColumns = sql`run_id AS "runId", funnel, version, started_at AS "startedAt", day, status,
  silent_since AS "silentSince", last_position AS "lastPosition", state`

/**
 * Implements `ProjectionStore.runs`. `state` is as the engine's driver returns it: JSON text from SQLite, a parsed
 * object from PostgreSQL.
 */
export function runsById(generation: number, runIds: readonly string[]): Sql {
  return sql`SELECT ${runColumns} FROM runs WHERE generation = ${generation} AND run_id IN ${listOf(runIds)}`
}

/**
 * Returns the rows of these runs in no particular order. `state` is as the engine's driver returns it: JSON text from
 * SQLite, a parsed object from PostgreSQL.
 */
export function* runRowsOf(generation: number, runIds: readonly string[]): QueryPlan<RunRow[]> {
  if (runIds.length === 0) return []
  return yield* rowsOf<RunRow>(runsById(generation, runIds))
}
