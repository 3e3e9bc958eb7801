import { type MeasureCounts, addCounts, nameCounts, noCounts } from './measure-counts.ts'
import type { Segment } from './projection-store.ts'
import { type Reading, type Sql, allOf, listOf, liveGeneration, rowsOf, sql } from './reading.ts'
import type { Counts, CountsQuery } from './report-store.ts'

/** Stands for all segments together. */
const totalSegment = 0

const segmentColumns: Record<keyof Segment, Sql> = {
  device: sql`device`,
  source: sql`source`,
  medium: sql`medium`,
  campaign: sql`campaign`,
  reason: sql`reason`,
}

/** `counts` of the report port. */
export function* readCounts(query: CountsQuery): Reading<Counts> {
  const { generation, asOfPosition } = yield* liveGeneration()
  const version =
    query.version === 'newest' ? yield* newestVersion(generation, query) : (query.version ?? null)
  if (query.version === 'newest' && version === null) return { asOfPosition, version, groups: [] }
  const rows = yield* readRows(generation, query, version)
  const sums = new Map<string, { funnel: string; key: string; counts: MeasureCounts }>()
  for (const { funnel, key, counts } of rows) {
    const name = JSON.stringify([funnel, key])
    const sum = sums.get(name) ?? { funnel, key, counts: [] }
    addCounts(sum.counts, counts)
    sums.set(name, sum)
  }
  const named = yield* measuresOf(query.kinds)
  const groups = [...sums.values()]
    .map(({ funnel, key, counts }) => ({ funnel, key, measures: nameCounts(counts, named) }))
    .filter(({ measures }) => measures.length > 0)
  return { asOfPosition, version, groups }
}

/** Rows of the roll-up that a filter takes in: the totals, or those of each segment that matches. */
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

/** By the totals, so that a filter never changes which version a report is about. */
function* newestVersion(generation: number, query: CountsQuery): Reading<number | null> {
  const [found] = yield* rowsOf<{ version: number | null }>(
    sql`SELECT max(version) AS version FROM drop_off
      WHERE ${inRange(generation, query)} AND segment = ${totalSegment} AND counts <> ${noCounts}`,
  )
  return found?.version ?? null
}

interface CountsRow {
  funnel: string
  key: string
  counts: string
}

function* readRows(generation: number, query: CountsQuery, version: number | null): Reading<CountsRow[]> {
  const { by, segment } = query
  const ofVersion = version === null ? [] : [sql`version = ${version}`]
  if (by === undefined || by === 'day')
    return yield* rowsOf<CountsRow>(
      sql`SELECT funnel, ${by ? sql`day` : sql`''`} AS key, counts FROM drop_off
        WHERE ${allOf([inRange(generation, query), segmentsMatching(segment), ...ofVersion])}`,
    )
  // Segment by segment, because the key of the table goes on with the day: all days of a funnel would be read otherwise.
  return yield* rowsOf<CountsRow>(
    sql`SELECT funnel, ${segmentColumns[by]} AS key, counts
      FROM segments CROSS JOIN drop_off
      WHERE ${allOf([inRange(generation, query), sql`drop_off.segment = segments.segment`, ...filters(segment), ...ofVersion])}`,
  )
}

function inRange(generation: number, { funnels, from, to }: CountsQuery): Sql {
  return sql`generation = ${generation} AND funnel IN ${listOf(funnels)} AND day BETWEEN ${from} AND ${to}`
}

function* measuresOf(kinds: CountsQuery['kinds']): Reading<{ measure: number; name: string }[]> {
  const all = yield* rowsOf<{ measure: number; name: string }>(sql`SELECT measure, name FROM measures`)
  return kinds ? all.filter(({ name }) => kinds.includes(name.split(':', 1)[0]!)) : all
}
