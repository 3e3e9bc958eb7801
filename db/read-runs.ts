import { berlinDay } from '#domain/berlin-time.ts'
import { type MeasureCounts, addCounts } from './measure-counts.ts'
import type { RunRow } from './projection-store.ts'
import { segmentsMatching } from './read-counts.ts'
import { type Reading, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from './reading.ts'
import type { RunPlace, RunsPage, RunsQuery } from './report-store.ts'

/** Rows that a page looks through: some 20 ms of work, however rare the runs are. */
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
    const ofDay = sql`generation = ${generation} AND day = ${day}`
    const looked = yield* newestOf(allOf([ofDay, ...notAfter(before)]), left)
    if (looked.rows === 0) continue
    // One more than the page has tells whether another page follows.
    const most = Math.min(limit + 1 - found.length, hits)
    found.push(
      ...(yield* matching(allOf([ofDay, ...behind(before), sql`started_at >= ${looked.oldest}`]), query, {
        figure,
        most,
      })),
    )
    if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1]! }
    left -= looked.rows
    // All that started in that ms was looked at, so the next page begins behind any of them.
    if (left === 0) return { found, next: { startedAt: looked.oldest, runId: '' } }
  }
  return { found, next: null }
}

function behind(before: RunPlace | undefined): Sql[] {
  return before ? [sql`(started_at, run_id) < (${before.startedAt}, ${before.runId})`] : []
}

/** The same as far as the index knows, which has no ids. */
function notAfter(before: RunPlace | undefined): Sql[] {
  if (!before) return []
  return [
    before.runId === '' ? sql`started_at < ${before.startedAt}` : sql`started_at <= ${before.startedAt}`,
  ]
}

/** The newest rows of a day, at most so many, by the index alone. */
function* newestOf(ofDay: Sql, most: number): Reading<{ rows: number; oldest: number }> {
  const [newest] = yield* rowsOf<{ rows: number; oldest: number | null }>(
    sql`SELECT count(*) AS "rows", min(started_at) AS oldest
      FROM (SELECT started_at FROM runs WHERE ${ofDay} ORDER BY started_at DESC LIMIT ${most}) AS newest`,
  )
  return { rows: newest!.rows, oldest: newest!.oldest ?? 0 }
}

function* matching(
  looked: Sql,
  { funnels, version, segment }: RunsQuery,
  { figure: { anyOf, butNot }, most }: { figure: Figure; most: number },
): Reading<RunPlace[]> {
  return yield* rowsOf<RunPlace>(
    sql`SELECT run_id AS "runId", started_at AS "startedAt" FROM runs
      WHERE ${allOf([
        looked,
        sql`funnel IN ${listOf(funnels)}`,
        ...ofVersion(version),
        // The rows of runs have their own segment, never the total.
        ...(Object.keys(segment).length > 0 ? [segmentsMatching(segment)] : []),
        sql`(${sql.join(anyOf.map(has), sql` OR `)})`,
        ...butNot.map((measure) => sql`NOT ${has(measure)}`),
      ])}
      ORDER BY started_at DESC, run_id DESC LIMIT ${most}`,
  )
}

function has(measure: number): Sql {
  return sql`measures LIKE ${`%,${measure},%`}`
}

function ofVersion(version: number | undefined): Sql[] {
  return version === undefined ? [] : [sql`version = ${version}`]
}

function* rowsAt(generation: number, places: readonly RunPlace[]): Reading<RunRow[]> {
  const rows = yield* runRowsOf(
    generation,
    places.map(({ runId }) => runId),
  )
  const byId = new Map(rows.map((row) => [row.runId, row]))
  return places.map(({ runId }) => byId.get(runId)!)
}

/** In any order. `state` comes as the engine's driver gives it. */
export function* runRowsOf(generation: number, runIds: readonly string[]): Reading<RunRow[]> {
  if (runIds.length === 0) return []
  return yield* rowsOf<RunRow>(
    sql`SELECT run_id AS "runId", funnel, version, started_at AS "startedAt", day, status,
        silent_since AS "silentSince", last_position AS "lastPosition", state
      FROM runs WHERE generation = ${generation} AND run_id IN ${listOf(runIds)}`,
  )
}
