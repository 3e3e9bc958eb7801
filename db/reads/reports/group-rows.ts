import { daysOf } from '#domain/reports/day-range.ts'
import { type StoredDimension, weekdayOf } from '#domain/runs/dimensions.ts'
import type { MeasureFamily } from '#domain/runs/measure-families.ts'
import { pairOf } from '#domain/reports/pair-keys.ts'
import { type QueryPlan, type Sql, allOf, listOf, rowsOf, sql } from '#db/reads/query-plan.ts'
import type { CountsQuery, GroupDimension } from '#db/ports/report-store.ts'
import { noCounts } from './measure-counts.ts'
import {
  type CountedRows,
  isFamily,
  isSegment,
  kindWith,
  runsMatching,
  segmentColumns,
  segmentOfRun,
  storedFilters,
  totalSegment,
  valueOfSegment,
} from './segment-sql.ts'

/** Sums of these measures, which belong to these families. */
export type SumsQuery = Omit<CountsQuery, 'kinds'> & {
  families: readonly MeasureFamily[]
  measures: ReadonlySet<number>
  /** Whether each day has separate rows. */
  perDay?: boolean
}

/** A row with the values of the first and second dimension of `by`. Weekdays are still days. */
export interface GroupRow {
  funnel: string
  /** Day of the start; empty without `perDay`. */
  countedDay: string
  one: string
  two: string
}

/** A row of stored sums. `counts` is a list as in the table, but can contain a measure several times. */
export type StoredRow = GroupRow & { counts: string }

/** Number of runs with the same measures, as the table `runs` has them. */
export interface RunsRow extends GroupRow {
  measures: string
  runs: number
}

function dimensionsOf(by: CountsQuery['by']): readonly GroupDimension[] {
  if (by === undefined) return []
  return typeof by === 'string' ? [by] : by
}

/** Returns the dimensions of `by` whose values are in the table `segments`. */
function storedBy(by: CountsQuery['by']): StoredDimension[] {
  return dimensionsOf(by).filter((name) => name !== 'day' && name !== 'version' && name !== 'weekday')
}

export function keyOf({ one, two }: GroupRow, { by }: Pick<SumsQuery, 'by'>): string {
  const values = dimensionsOf(by).map((name, index) => {
    const value = index === 0 ? one : two
    return name === 'weekday' ? weekdayOf(value) : value
  })
  return values.length === 2 ? pairOf(values[0]!, values[1]!) : (values[0] ?? '')
}

/** Returns the columns of `GroupRow`, without the funnel. */
function keyColumns({ by, perDay }: SumsQuery, valueOf: (dimension: StoredDimension) => Sql): Sql {
  const [one, two] = dimensionsOf(by).map((name) => {
    if (name === 'version') return sql`CAST(version AS text)`
    return name === 'day' || name === 'weekday' ? sql`day` : valueOf(name)
  })
  return sql`${perDay ? sql`day` : sql`''`} AS "countedDay", ${one ?? sql`''`} AS one, ${two ?? sql`''`} AS two`
}

const groupColumns = sql`funnel, "countedDay", one, two`

/** Reads the stored sums. Returns undefined if there are none with all dimensions and families of the query. */
export function readStored(rows: CountedRows, query: SumsQuery): QueryPlan<StoredRow[]> | undefined {
  const { by, segment, families } = query
  const ofRange = [
    inRange(rows.generation, query),
    isFamily(rows, families),
    ...isVersion(query),
    ...isWeekday(query),
  ]
  // No sums are stored by variant.
  if (segment.variant !== undefined) return undefined
  const [filters, groups] = [storedFilters(segment), storedBy(by)]
  if (filters.length === 0 && groups.length === 0)
    return readTotals(query, [...ofRange, sql`segment = ${totalSegment}`])
  const kind = kindWith(rows, [...filters, ...groups], families)
  if (!kind) return undefined
  if (groups.length === 0)
    return readTotals(query, [
      ...ofRange,
      sql`segment IN (SELECT segments.segment FROM segments WHERE ${isSegment(kind, segment)})`,
    ])
  // The CROSS JOIN makes SQLite look up the rows of `drop_off` segment by segment. In the primary key the day follows
  // the segment and the family, so only the rows of the requested days are read.
  return joinedCounts(
    sql`SELECT funnel, ${keyColumns(query, (name) => segmentColumns[name])}, counts
      FROM segments CROSS JOIN drop_off
      WHERE ${allOf([...ofRange, sql`drop_off.segment = segments.segment`, isSegment(kind, segment)])}`,
  )
}

function readTotals(query: SumsQuery, conditions: readonly Sql[]): QueryPlan<StoredRow[]> {
  return joinedCounts(
    sql`SELECT funnel, ${keyColumns(query, unstored)}, counts FROM drop_off WHERE ${allOf(conditions)}`,
  )
}

/**
 * Joins the counts of the rows of each group to one list. A group can have thousands of rows, and reading each of them
 * takes longer than joining them.
 */
function joinedCounts(rows: Sql): QueryPlan<StoredRow[]> {
  return rowsOf(
    sql`SELECT ${groupColumns}, '[' || string_agg(substr(counts, 2, length(counts) - 2), ',') || ']' AS counts
      FROM (${rows}) AS counted WHERE counts <> ${noCounts} GROUP BY ${groupColumns}`,
  )
}

function unstored(dimension: StoredDimension): never {
  throw new RangeError(`the sums of all runs have no ${dimension}`)
}

/** Selects runs by more than the query, and their column with the measures to read. */
export interface RunsToCount {
  condition: Sql
  measures: Sql
}

/** Selects all runs of the query. */
export function presentRuns(rows: CountedRows, query: SumsQuery): RunsToCount {
  const { families, segment, untouchedSince } = query
  // The index of the column must contain everything by which the query selects runs. The one of the outcome has neither
  // the variants nor the positions.
  const isOutcome = families.every((family) => family === 'outcome')
  const measures =
    rows.hasOutcomes && isOutcome && segment.variant === undefined && untouchedSince === undefined
      ? sql`outcome`
      : sql`measures`
  const untouched = untouchedSince === undefined ? [] : [sql`last_position <= ${untouchedSince}`]
  return {
    condition: allOf([inRange(rows.generation, query), sql`${measures} <> ''`, ...untouched]),
    measures,
  }
}

/**
 * Counts runs that match the query, by key and measures. Groups them by the numbers of their segments first, because
 * there are far fewer segments than runs.
 */
export function* readRuns(
  rows: CountedRows,
  query: SumsQuery,
  { condition, measures }: RunsToCount,
): QueryPlan<RunsRow[]> {
  const { by, segment } = query
  const matching = yield* runsMatching(rows, segment)
  const wanted = allOf([condition, ...matching, ...isVersion(query), ...isWeekday(query)])
  const numbers = keyColumns(query, (name) => segmentOfRun(rows, name))
  const [one, two] = dimensionsOf(by).map((name, index) => {
    const column = index === 0 ? sql`counted.one` : sql`counted.two`
    const [stored] = storedBy(name)
    return stored ? valueOfSegment(stored, column) : column
  })
  return yield* rowsOf<RunsRow>(
    sql`SELECT ${groupColumns}, measures, CAST(sum(runs) AS bigint) AS runs
      FROM (SELECT funnel, "countedDay", ${one ?? sql`one`} AS one, ${two ?? sql`two`} AS two, measures, runs
        FROM (SELECT ${groupColumns}, measures, count(*) AS runs
          FROM (SELECT funnel, ${numbers}, ${measures} AS measures FROM runs WHERE ${wanted}) AS selected
          GROUP BY ${groupColumns}, measures) AS counted) AS named
      GROUP BY ${groupColumns}, measures`,
  )
}

function isWeekday(query: Pick<SumsQuery, 'segment' | 'from' | 'to'>): Sql[] {
  const days = daysOfWeekday(query)
  return days ? [sql`day IN ${listOf(days)}`] : []
}

/** Returns the days of the requested weekday; undefined if none is requested. */
export function daysOfWeekday({
  segment: { weekday },
  ...range
}: Pick<SumsQuery, 'segment' | 'from' | 'to'>): string[] | undefined {
  return weekday === undefined ? undefined : daysOf(range).filter((day) => weekdayOf(day) === weekday)
}

function isVersion({ versions }: Pick<SumsQuery, 'versions'>): Sql[] {
  return versions === undefined ? [] : [sql`version IN ${listOf(versions)}`]
}

function inRange(
  generation: number,
  { funnels, from, to }: Pick<CountsQuery, 'funnels' | 'from' | 'to'>,
): Sql {
  return sql`generation = ${generation} AND funnel IN ${listOf(funnels)} AND day BETWEEN ${from} AND ${to}`
}
