import {
  type RunSegment,
  type SegmentKind,
  type StoredDimension,
  hasDimensions,
  segmentKindNames,
  storedDimensions,
} from '#domain/runs/dimensions.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { type LiveGeneration, type Sql, allOf, sql } from '#db/reads/query-plan.ts'

/** Segment number of the rows that contain the totals of all runs. */
export const totalSegment = 0

/** Columns of the table `segments`. */
export const segmentColumns: Record<StoredDimension, Sql> = {
  device: sql`device`,
  browser: sql`browser`,
  os: sql`os`,
  source: sql`source`,
  medium: sql`medium`,
  campaign: sql`campaign`,
  reason: sql`reason`,
  entry: sql`entry`,
  consent: sql`consent`,
  hour: sql`hour`,
}

/** Columns of the table `runs` with the number of the run's segment in each kind. */
export const runColumnOf: Record<SegmentKind, Sql> = {
  campaign: sql`segment`,
  visitor: sql`visitor_segment`,
  os: sql`os_segment`,
  entry: sql`entry_segment`,
  hour: sql`hour_segment`,
}

/** Rows of a generation, and the kinds of segments for which it has sums. */
export interface CountedRows {
  generation: number
  kinds: readonly SegmentKind[]
}

/** Format of the run states since which rows have all kinds of segments. Earlier rows have only `campaign`. */
const formatWithKinds = 10

export function countedRows({ generation, asOfPosition, format }: LiveGeneration): CountedRows {
  // Without events, the format is meaningless.
  const hasAll = asOfPosition === 0 || format >= formatWithKinds
  return { generation, kinds: hasAll ? segmentKindNames : ['campaign'] }
}

/** Returns the first kind that has all of these dimensions, or undefined if none has. */
export function kindWith(
  { kinds }: CountedRows,
  dimensions: readonly StoredDimension[],
): SegmentKind | undefined {
  return kinds.find((kind) => hasDimensions(kind, dimensions))
}

/** Returns the first kind that has a dimension. Throws `StoreUnavailable` if it is missing in rows of an older format. */
function kindOf(rows: CountedRows, dimension: StoredDimension): SegmentKind {
  const kind = kindWith(rows, [dimension])
  if (kind) return kind
  throw new StoreUnavailable(`The sums by ${dimension} are being built after an update of the service.`)
}

/** Returns the dimensions of a filter for which there are stored values. */
export function storedFilters(segment: Partial<RunSegment>): StoredDimension[] {
  return storedDimensions.filter((name) => segment[name] !== undefined)
}

/** Returns the condition for the rows of `segments` that match a filter in the dimensions of a kind. */
export function isSegment(kind: SegmentKind, segment: Partial<RunSegment>): Sql {
  const wanted = storedFilters(segment).filter((name) => hasDimensions(kind, [name]))
  return allOf([
    sql`kind = ${kind}`,
    ...wanted.map((name) => sql`${segmentColumns[name]} = ${segment[name]!}`),
  ])
}

/** Returns the conditions for the rows of `runs` that match a filter; without stored dimensions, there are none. */
export function runsMatching(rows: CountedRows, segment: Partial<RunSegment>): Sql[] {
  const wanted = storedFilters(segment)
  if (wanted.length === 0) return []
  const withAll = kindWith(rows, wanted)
  const kinds = withAll ? [withAll] : new Set(wanted.map((name) => kindOf(rows, name)))
  return [...kinds].map(
    (kind) =>
      sql`${runColumnOf[kind]} IN (SELECT segments.segment FROM segments WHERE ${isSegment(kind, segment)})`,
  )
}

/** Returns the value of a row of `runs` in a dimension. */
export function valueOfRun(rows: CountedRows, dimension: StoredDimension): Sql {
  const column = runColumnOf[kindOf(rows, dimension)]
  return sql`(SELECT ${segmentColumns[dimension]} FROM segments WHERE segments.segment = runs.${column})`
}
