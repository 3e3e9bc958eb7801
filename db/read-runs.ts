import { berlinDay } from '#domain/berlin-time.ts'
import { type MeasureCounts, addCounts } from './measure-counts.ts'
import type { RunRow } from './projection-store.ts'
import { segmentsMatching } from './read-counts.ts'
import { type Reading, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from './reading.ts'
import type { RunPlace, RunsPage, RunsQuery } from './report-store.ts'

/** Rows that a page looks through: some 50 ms of work, however rare the runs are. */
const looksThrough = 20_000

interface Figure {
  anyOf: number[]
  butNot: number[]
}

/** `runsOf` of the report port. `state` comes as the engine's driver gives it. */
export function* readRuns(query: RunsQuery): Reading<RunsPage> {
  const { generation, asOfPosition } = yield* liveGeneration()
  const figure = yield* numbersOf(query)
  const days = yield* daysWithHits(generation, query, figure)
  const total = days.reduce((sum, { hits }) => sum + hits, 0)
  const { found, next } = yield* walk(generation, query, { figure, days })
  const rows = yield* rowsAt(generation, found)
  return { asOfPosition, total, rows, next }
}

function* numbersOf({ anyOf, butNot }: RunsQuery): Reading<Figure> {
  const rows = yield* rowsOf<{ measure: number; name: string }>(
    sql`SELECT measure, name FROM measures WHERE name IN ${listOf([...anyOf, ...butNot])}`,
  )
  const numbers = (names: readonly string[]) =>
    rows.filter(({ name }) => names.includes(name)).map(({ measure }) => measure)
  return { anyOf: numbers(anyOf), butNot: numbers(butNot) }
}

interface Day {
  day: string
  hits: number
}

/** From the sums that the figure is read from, newest day first. */
function* daysWithHits(generation: number, query: RunsQuery, figure: Figure): Reading<Day[]> {
  const { funnels, from, to, segment, version } = query
  const rows = yield* rowsOf<{ day: string; counts: string }>(
    sql`SELECT day, counts FROM drop_off
      WHERE generation = ${generation} AND funnel IN ${listOf(funnels)} AND day BETWEEN ${from} AND ${to}
        AND ${allOf([segmentsMatching(segment), ...ofVersion(version)])}`,
  )
  const days = new Map<string, number>()
  for (const { day, counts } of rows) {
    const sums: MeasureCounts = []
    addCounts(sums, counts)
    const count = (measures: readonly number[]) => measures.reduce((sum, one) => sum + (sums[one] ?? 0), 0)
    days.set(day, (days.get(day) ?? 0) + count(figure.anyOf) - count(figure.butNot))
  }
  return [...days]
    .map(([day, hits]) => ({ day, hits }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))
}

interface Walked extends RunPlace {
  /** 1 for a run of the figure, 0 for the last one that is looked at. */
  hit: number
  /** In the order of the day, from 1. */
  place: number
}

/** Day by day along the index; days without hits are never looked at, and a day no further than its last hit. */
function* walk(
  generation: number,
  query: RunsQuery,
  { figure, days }: { figure: Figure; days: readonly Day[] },
): Reading<{ found: RunPlace[]; next: RunPlace | null }> {
  const { before, limit } = query
  const found: RunPlace[] = []
  let left = looksThrough
  for (const { day, hits } of days) {
    if (before && day > berlinDay(before.startedAt)) continue
    // One more than the page has tells whether another page follows.
    const most = Math.min(limit + 1 - found.length, hits)
    const rows = yield* rowsOf<Walked>(walkDay({ generation, day, left, most }, query, figure))
    found.push(...rows.filter(({ hit }) => hit === 1).map(({ startedAt, runId }) => ({ startedAt, runId })))
    if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1]! }
    const last = rows.at(-1)
    if (last?.place === left) return { found, next: { startedAt: last.startedAt, runId: last.runId } }
    left -= last?.place ?? 0
  }
  return { found, next: null }
}

function walkDay(
  { generation, day, left, most }: { generation: number; day: string; left: number; most: number },
  { before, funnels, version, segment }: RunsQuery,
  { anyOf, butNot }: Figure,
): Sql {
  const behind = before ? sql`AND (started_at, run_id) < (${before.startedAt}, ${before.runId})` : sql``
  const matches = allOf([
    sql`funnel IN ${listOf(funnels)}`,
    ...ofVersion(version),
    // The rows of runs have their own segment, never the total.
    ...(Object.keys(segment).length > 0 ? [segmentsMatching(segment)] : []),
    sql`(${sql.join(anyOf.map(has), sql` OR `)})`,
    ...butNot.map((measure) => sql`NOT ${has(measure)}`),
  ])
  return sql`SELECT run_id AS "runId", started_at AS "startedAt", place, CASE WHEN ${matches} THEN 1 ELSE 0 END AS hit
    FROM (SELECT run_id, started_at, funnel, version, segment, measures,
        row_number() OVER (ORDER BY started_at DESC, run_id DESC) AS place
      FROM runs WHERE generation = ${generation} AND day = ${day} ${behind}
      ORDER BY started_at DESC, run_id DESC LIMIT ${left}) AS looked
    WHERE place = ${left} OR (${matches})
    ORDER BY place LIMIT ${most}`
}

function has(measure: number): Sql {
  return sql`measures LIKE ${`%,${measure},%`}`
}

function ofVersion(version: number | undefined): Sql[] {
  return version === undefined ? [] : [sql`version = ${version}`]
}

function* rowsAt(generation: number, places: readonly RunPlace[]): Reading<RunRow[]> {
  if (places.length === 0) return []
  const rows = yield* rowsOf<RunRow>(
    sql`SELECT run_id AS "runId", funnel, version, started_at AS "startedAt", day, status,
        silent_since AS "silentSince", last_position AS "lastPosition", state
      FROM runs WHERE generation = ${generation} AND run_id IN ${listOf(places.map(({ runId }) => runId))}`,
  )
  const byId = new Map(rows.map((row) => [row.runId, row]))
  return places.map(({ runId }) => byId.get(runId)!)
}
