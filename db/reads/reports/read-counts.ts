import { type MeasureCounts, addCounts, measureNumbers, noCounts } from './measure-counts.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import { type StoredDimension, weekdayOf } from '#domain/runs/dimensions.ts'
import { type MeasureFamily, familiesOfKinds, kindOf } from '#domain/runs/measure-families.ts'
import { pairOf } from '#domain/reports/pair-keys.ts'
import { type QueryPlan, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'
import type { Counts, CountsQuery, GroupDimension } from '#db/ports/report-store.ts'
import {
  type CountedRows,
  countedRows,
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
import { daysToRead, isTouched } from './untouched-runs.ts'

export interface SummedCounts {
  funnel: string
  key: string
  counts: MeasureCounts
}

/** Counts with each measure's name only once, which is much cheaper to send to another thread than `Counts`. */
export interface CompactCounts {
  asOfPosition: number
  names: string[]
  /** `counts` is `[name, runs, name, runs, …]`, with indexes of `names`. */
  groups: { funnel: string; key: string; counts: number[] }[]
}

/** Implements `ReportStore.counts`. */
export function* readCounts(query: CountsQuery): QueryPlan<Counts> {
  return expandCounts(yield* readCompactCounts(query))
}

export function* readCompactCounts(query: CountsQuery): QueryPlan<CompactCounts> {
  const live = yield* liveGeneration()
  const named = yield* measuresOf(query.kinds)
  const sums = yield* sumCounts(countedRows(live), {
    ...query,
    families: familiesOfKinds(query.kinds),
    measures: new Set(named.keys()),
  })
  const names: string[] = []
  const indexes = new Map<number, number>()
  const indexOf = (measure: number) => {
    let index = indexes.get(measure)
    if (index === undefined) indexes.set(measure, (index = names.push(named.get(measure)!) - 1))
    return index
  }
  const groups = sums
    .map(({ funnel, key, counts }) => {
      const pairs: number[] = []
      for (const [measure, runs] of counts) if (runs !== 0) pairs.push(indexOf(measure), runs)
      return { funnel, key, counts: pairs }
    })
    .filter(({ counts }) => counts.length > 0)
  return { asOfPosition: live.asOfPosition, names, groups }
}

export function expandCounts({ asOfPosition, names, groups }: CompactCounts): Counts {
  return {
    asOfPosition,
    groups: groups.map(({ funnel, key, counts }) => {
      const measures: Counts['groups'][number]['measures'] = []
      for (let index = 0; index < counts.length; index += 2)
        measures.push({ measure: names[counts[index]!]!, runs: counts[index + 1]! })
      return { funnel, key, measures }
    }),
  }
}

/** Sums of these measures, which belong to these families. */
type SumsQuery = Omit<CountsQuery, 'kinds'> & {
  families: readonly MeasureFamily[]
  measures: ReadonlySet<number>
}

/**
 * Sums the counts by funnel and by `query.by`, without the runs that have events after position `untouchedSince`. Reads
 * the stored sums if there are sums with all requested dimensions, otherwise the runs. A sum can be zero.
 */
export function* sumCounts(rows: CountedRows, query: SumsQuery): QueryPlan<SummedCounts[]> {
  const days = yield* daysToRead(rows.generation, query)
  if (!days) return []
  const { untouchedSince } = days
  // The sums of a funnel by key.
  const sums = new Map<string, Map<string, MeasureCounts>>()
  const sumOf = ({ funnel, ...row }: GroupRow): MeasureCounts => {
    let ofFunnel = sums.get(funnel)
    if (!ofFunnel) sums.set(funnel, (ofFunnel = new Map()))
    const key = keyOf(row, days)
    let counts = ofFunnel.get(key)
    if (!counts) ofFunnel.set(key, (counts = new Map()))
    return counts
  }
  const addRuns = ({ runs, measures, ...row }: RunsRow, sign: 1 | -1) => {
    const counts = sumOf(row)
    for (const measure of measureNumbers(measures))
      if (query.measures.has(measure)) counts.set(measure, (counts.get(measure) ?? 0) + sign * runs)
  }
  const stored = readStored(rows, days)
  if (stored) {
    for (const row of yield* stored) addCounts(sumOf(row), row.counts, query.measures)
    if (untouchedSince !== undefined)
      for (const row of yield* readRuns(rows, days, {
        condition: isTouched(rows.generation, { ...days, untouchedSince }),
        measures: sql`measures`,
      }))
        addRuns(row, -1)
  } else {
    const measures = runColumn(rows, days)
    const untouched = untouchedSince === undefined ? [] : [sql`last_position <= ${untouchedSince}`]
    const condition = allOf([inRange(rows.generation, days), sql`${measures} <> ''`, ...untouched])
    for (const row of yield* readRuns(rows, days, { condition, measures })) addRuns(row, 1)
  }
  return [...sums].flatMap(([funnel, ofFunnel]) =>
    [...ofFunnel].map(([key, counts]) => ({ funnel, key, counts })),
  )
}

/** A row with the values of the first and second dimension of `by`. Weekdays are still days. */
interface GroupRow {
  funnel: string
  one: string
  two: string
}

function dimensionsOf(by: CountsQuery['by']): readonly GroupDimension[] {
  if (by === undefined) return []
  return typeof by === 'string' ? [by] : by
}

/** Returns the dimensions of `by` whose values are in the table `segments`. */
function storedBy(by: CountsQuery['by']): StoredDimension[] {
  return dimensionsOf(by).filter((name) => name !== 'day' && name !== 'version' && name !== 'weekday')
}

function keyOf({ one, two }: Omit<GroupRow, 'funnel'>, { by }: Pick<SumsQuery, 'by'>): string {
  const values = dimensionsOf(by).map((name, index) => {
    const value = index === 0 ? one : two
    return name === 'weekday' ? weekdayOf(value) : value
  })
  return values.length === 2 ? pairOf(values[0]!, values[1]!) : (values[0] ?? '')
}

/** Returns the columns of `GroupRow`, without the funnel. */
function keyColumns(by: CountsQuery['by'], valueOf: (dimension: StoredDimension) => Sql): Sql {
  const [one, two] = dimensionsOf(by).map((name) => {
    if (name === 'version') return sql`CAST(version AS text)`
    return name === 'day' || name === 'weekday' ? sql`day` : valueOf(name)
  })
  return sql`${one ?? sql`''`} AS one, ${two ?? sql`''`} AS two`
}

/** Reads the stored sums. Returns undefined if there are none with all dimensions and families of the query. */
function readStored(
  rows: CountedRows,
  query: SumsQuery,
): QueryPlan<(GroupRow & { counts: string })[]> | undefined {
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
    return readTotals(by, [...ofRange, sql`segment = ${totalSegment}`])
  const kind = kindWith(rows, [...filters, ...groups], families)
  if (!kind) return undefined
  if (groups.length === 0)
    return readTotals(by, [
      ...ofRange,
      sql`segment IN (SELECT segments.segment FROM segments WHERE ${isSegment(kind, segment)})`,
    ])
  // The CROSS JOIN makes SQLite look up the rows of `drop_off` segment by segment. In the primary key the day follows
  // the segment and the family, so only the rows of the requested days are read.
  return joinedCounts(
    sql`SELECT funnel, ${keyColumns(by, (name) => segmentColumns[name])}, counts
      FROM segments CROSS JOIN drop_off
      WHERE ${allOf([...ofRange, sql`drop_off.segment = segments.segment`, isSegment(kind, segment)])}`,
  )
}

function readTotals(
  by: CountsQuery['by'],
  conditions: readonly Sql[],
): QueryPlan<(GroupRow & { counts: string })[]> {
  return joinedCounts(
    sql`SELECT funnel, ${keyColumns(by, unstored)}, counts FROM drop_off WHERE ${allOf(conditions)}`,
  )
}

/**
 * Joins the counts of the rows of each group to one list, which can contain a measure several times. A group can have
 * thousands of rows, and reading each of them takes longer than joining them.
 */
function joinedCounts(rows: Sql): QueryPlan<(GroupRow & { counts: string })[]> {
  return rowsOf(
    sql`SELECT funnel, one, two, '[' || string_agg(substr(counts, 2, length(counts) - 2), ',') || ']' AS counts
      FROM (${rows}) AS counted WHERE counts <> ${noCounts} GROUP BY funnel, one, two`,
  )
}

function unstored(dimension: StoredDimension): never {
  throw new RangeError(`the sums of all runs have no ${dimension}`)
}

interface RunsRow extends GroupRow {
  measures: string
  runs: number
}

/**
 * Returns the column of `runs` with the measures that the query reads. Its index must also contain all columns by which
 * the query selects runs: the one of the outcome has neither the variants nor the positions.
 */
function runColumn(rows: CountedRows, { families, segment, untouchedSince }: SumsQuery): Sql {
  const isOutcome = families.every((family) => family === 'outcome')
  return rows.hasOutcomes && isOutcome && segment.variant === undefined && untouchedSince === undefined
    ? sql`outcome`
    : sql`measures`
}

/**
 * Counts the runs that meet a condition and match the query, by key and by the column `measures`. Groups the runs by
 * the numbers of their segments first, because there are far fewer segments than runs. Several rows can have the same
 * key and measures.
 */
function* readRuns(
  rows: CountedRows,
  query: SumsQuery,
  { condition, measures }: { condition: Sql; measures: Sql },
): QueryPlan<RunsRow[]> {
  const { by, segment } = query
  const matching = yield* runsMatching(rows, segment)
  const wanted = allOf([condition, ...matching, ...isVersion(query), ...isWeekday(query)])
  const numbers = keyColumns(by, (name) => segmentOfRun(rows, name))
  const [one, two] = dimensionsOf(by).map((name, index) => {
    const column = index === 0 ? sql`counted.one` : sql`counted.two`
    return storedBy(name).length === 0 ? column : valueOfSegment(name as StoredDimension, column)
  })
  return yield* rowsOf<RunsRow>(
    sql`SELECT funnel, ${one ?? sql`one`} AS one, ${two ?? sql`two`} AS two, measures, runs
      FROM (SELECT funnel, one, two, measures, count(*) AS runs
        FROM (SELECT funnel, ${numbers}, ${measures} AS measures FROM runs WHERE ${wanted}) AS selected
        GROUP BY funnel, one, two, measures) AS counted`,
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

/** Returns the names of all measures of these kinds, by their numbers. */
function* measuresOf(kinds: CountsQuery['kinds']): QueryPlan<Map<number, string>> {
  const all = yield* rowsOf<{ measure: number; name: string }>(sql`SELECT measure, name FROM measures`)
  const wanted = new Set(kinds)
  return new Map(
    all.flatMap(({ measure, name }) => (wanted.has(kindOf(name)) ? [[measure, name] as const] : [])),
  )
}
