import { type MeasureCounts, addCounts, measureNumbers, nameCounts } from './measure-counts.ts'
import type { Segment } from '#db/ports/projection-store.ts'
import { type QueryPlan, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'
import type { Counts, CountsQuery } from '#db/ports/report-store.ts'
import { daysToRead, isTouched } from './untouched-runs.ts'

/** Segment number of the rows that contain the totals of all segments. */
const totalSegment = 0

const segmentColumns: Record<keyof Segment, Sql> = {
  device: sql`device`,
  source: sql`source`,
  medium: sql`medium`,
  campaign: sql`campaign`,
  reason: sql`reason`,
}

export interface SummedCounts {
  funnel: string
  key: string
  counts: MeasureCounts
}

/** Implements `ReportStore.counts`. */
export function* readCounts(query: CountsQuery): QueryPlan<Counts> {
  const { generation, asOfPosition } = yield* liveGeneration()
  const sums = yield* sumCounts(generation, query)
  const named = yield* measuresOf(query.kinds)
  const groups = sums
    .map(({ funnel, key, counts }) => ({ funnel, key, measures: nameCounts(counts, named) }))
    .filter(({ measures }) => measures.length > 0)
  return { asOfPosition, groups }
}

type SumsQuery = Omit<CountsQuery, 'kinds'>

/**
 * Sums the stored counts by funnel and by `query.by`, without the runs that have events after position
 * `untouchedSince`. A sum can be zero.
 */
export function* sumCounts(generation: number, query: SumsQuery): QueryPlan<SummedCounts[]> {
  const days = yield* daysToRead(generation, query)
  if (!days) return []
  // The sums of a funnel by key.
  const sums = new Map<string, Map<string, MeasureCounts>>()
  const sumOf = ({ funnel, key }: Pick<SummedCounts, 'funnel' | 'key'>): MeasureCounts => {
    let ofFunnel = sums.get(funnel)
    if (!ofFunnel) sums.set(funnel, (ofFunnel = new Map()))
    let counts = ofFunnel.get(key)
    if (!counts) ofFunnel.set(key, (counts = []))
    return counts
  }
  for (const row of yield* readRows(generation, days)) addCounts(sumOf(row), row.counts)
  for (const { runs, measures, ...row } of yield* readTouched(generation, days)) {
    const counts = sumOf(row)
    for (const measure of measureNumbers(measures)) counts[measure] = (counts[measure] ?? 0) - runs
  }
  return [...sums].flatMap(([funnel, ofFunnel]) =>
    [...ofFunnel].map(([key, counts]) => ({ funnel, key, counts })),
  )
}

/**
 * Returns the condition that selects the rows of all matching segments. Without a filter, it selects the rows that
 * contain the totals of all segments.
 */
export function segmentsMatching(segment: Partial<Segment>): Sql {
  const wanted = filters(segment)
  return wanted.length === 0
    ? sql`segment = ${totalSegment}`
    : sql`segment IN (SELECT segment FROM segments WHERE ${allOf(wanted)})`
}

function filters(segment: Partial<Segment>): Sql[] {
  return (Object.keys(segmentColumns) as (keyof Segment)[]).flatMap((name) => {
    const value = segment[name]
    return value === undefined ? [] : [sql`${segmentColumns[name]} = ${value}`]
  })
}

interface CountsRow {
  funnel: string
  key: string
  counts: string
}

function* readRows(generation: number, query: SumsQuery): QueryPlan<CountsRow[]> {
  const { by, segment } = query
  const inSegments = segmentKey(by)
  if (!inSegments)
    return yield* rowsOf<CountsRow>(
      sql`SELECT funnel, ${totalKey(by)} AS key, counts FROM drop_off
        WHERE ${allOf([inRange(generation, query), segmentsMatching(segment), ...isVersion(query)])}`,
    )
  // The CROSS JOIN makes SQLite look up the rows of `drop_off` segment by segment. In the primary key the day follows
  // the segment, so only the rows of the requested days are read.
  return yield* rowsOf<CountsRow>(
    sql`SELECT funnel, ${inSegments} AS key, counts
      FROM segments CROSS JOIN drop_off
      WHERE ${allOf([inRange(generation, query), sql`drop_off.segment = segments.segment`, ...filters(segment), ...isVersion(query)])}`,
  )
}

interface TouchedRow {
  funnel: string
  key: string
  measures: string
  runs: number
}

/** Counts the runs that have events after position `untouchedSince`, by key and measures. The caller subtracts them. */
function* readTouched(generation: number, query: SumsQuery): QueryPlan<TouchedRow[]> {
  const { by, segment, untouchedSince } = query
  if (untouchedSince === undefined) return []
  const touched = allOf([
    isTouched(generation, { ...query, untouchedSince }),
    // Only a filter needs a condition on the segment. Without a filter, `segmentsMatching` would select the segment of
    // the totals, but no row of `runs` has that segment.
    ...(Object.keys(segment).length > 0 ? [segmentsMatching(segment)] : []),
    ...isVersion(query),
  ])
  const inSegments = segmentKey(by)
  const key = inSegments
    ? sql`(SELECT ${inSegments} FROM segments WHERE segments.segment = runs.segment)`
    : totalKey(by)
  return yield* rowsOf<TouchedRow>(
    sql`SELECT funnel, key, measures, count(*) AS runs
      FROM (SELECT funnel, ${key} AS key, measures FROM runs WHERE ${touched}) AS touched
      GROUP BY funnel, key, measures`,
  )
}

/** Returns the key of a group that depends on the segment, or undefined if it does not. */
function segmentKey(by: CountsQuery['by']): Sql | undefined {
  if (by === 'dayAndDevice') return sql`day || ' ' || device`
  return by === undefined || by === 'day' || by === 'version' ? undefined : segmentColumns[by]
}

function totalKey(by: CountsQuery['by']): Sql {
  if (by === undefined) return sql`''`
  return by === 'day' ? sql`day` : sql`CAST(version AS text)`
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

function* measuresOf(kinds: CountsQuery['kinds']): QueryPlan<{ measure: number; name: string }[]> {
  const all = yield* rowsOf<{ measure: number; name: string }>(sql`SELECT measure, name FROM measures`)
  return kinds ? all.filter(({ name }) => kinds.includes(name.split(':', 1)[0]!)) : all
}
