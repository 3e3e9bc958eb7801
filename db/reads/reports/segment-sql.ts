import {
  type RunFilters,
  type RunKind,
  type SegmentKind,
  type StoredDimension,
  hasDimensions,
  runKinds,
  segmentKindNames,
  storedDimensions,
} from '#domain/runs/dimensions.ts'
import { type MeasureFamily, hasFamily } from '#domain/runs/measure-families.ts'
import { noKey } from '#domain/attribution/credit-touches.ts'
import { variantOfMeasure } from '#domain/runs/variant-measures.ts'
import { parseHours } from '#domain/runs/hour-filter.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import {
  type LiveGeneration,
  type QueryPlan,
  type Sql,
  allOf,
  listOf,
  rowsOf,
  sql,
} from '#db/reads/query-plan.ts'

/** Segment number of the rows that contain the totals of all runs. */
export const totalSegment = 0

/** `family` of the rows of formats before `formatWithKinds`. */
const allFamilies = ''

/** Columns of the table `segments`. */
export const segmentColumns: Record<StoredDimension, Sql> = {
  device: sql`device`,
  browser: sql`browser`,
  os: sql`os`,
  channel: sql`channel`,
  source: sql`source`,
  medium: sql`medium`,
  campaign: sql`campaign`,
  reason: sql`reason`,
  entry: sql`entry`,
  consent: sql`consent`,
  hour: sql`hour`,
}

/** Columns of the table `runs` with the number of the run's segment in a kind. */
const runColumnOf: Record<RunKind, Sql> = {
  campaign: sql`segment`,
  visitor: sql`visitor_segment`,
  os: sql`os_segment`,
  entry: sql`entry_segment`,
  hour: sql`hour_segment`,
  channel: sql`channel_segment`,
}

/** Rows of a generation, and the kinds of segments that they have. */
export interface CountedRows {
  generation: number
  kinds: readonly SegmentKind[]
  runKinds: readonly RunKind[]
  /** Whether each family of measures has separate rows. */
  hasFamilies: boolean
  /** Whether the measures of runs say which variants they show. */
  hasVariants: boolean
  /** Whether the measures of the family `outcome` have a column of their own in the rows of runs. */
  hasOutcomes: boolean
  /** Whether `counted_days` has every day on which runs started, also those of robots. */
  hasCountedDays: boolean
  revision: number
}

/**
 * Format of the run states since which sums have all kinds of segments, and a row for each family of measures. Earlier
 * rows have only the kind `campaign`, and all measures in one row.
 */
const formatWithKinds = 10

/** Format of the run states since which runs have variants. */
const formatWithVariants = 12

/** Format of the run states since which runs have the column `outcome`, and days with runs are in `counted_days`. */
const formatWithOutcomes = 13

export function countedRows({ generation, revision, asOfPosition, format }: LiveGeneration): CountedRows {
  // Without events, the format is meaningless.
  const isSince = (first: number) => asOfPosition === 0 || format >= first
  const hasOutcomes = isSince(formatWithOutcomes)
  const parts = {
    generation,
    revision,
    hasVariants: isSince(formatWithVariants),
    hasOutcomes,
    hasCountedDays: hasOutcomes,
  }
  return isSince(formatWithKinds)
    ? { ...parts, kinds: segmentKindNames, runKinds, hasFamilies: true }
    : { ...parts, kinds: ['campaign'], runKinds: ['campaign'], hasFamilies: false }
}

/** Returns the first kind whose stored sums have all of these dimensions and families, or undefined if none has. */
export function kindWith(
  { kinds, hasFamilies }: CountedRows,
  dimensions: readonly StoredDimension[],
  families: readonly MeasureFamily[],
): SegmentKind | undefined {
  return kinds.find(
    (kind) =>
      hasDimensions(kind, dimensions) &&
      (!hasFamilies || families.every((family) => hasFamily(kind, family))),
  )
}

/** Returns the condition for the rows of `drop_off` that contain measures of these families. */
export function isFamily({ hasFamilies }: CountedRows, families: readonly MeasureFamily[]): Sql {
  return sql`family IN ${listOf(hasFamilies ? families : [allFamilies, ...families])}`
}

/** Returns the first kind that has a dimension. Throws `StoreUnavailable` if it is missing in rows of an older format. */
function kindOf(rows: CountedRows, dimension: StoredDimension): RunKind {
  const kind = rows.runKinds.find((one) => hasDimensions(one, [dimension]))
  if (kind) return kind
  throw new StoreUnavailable(`The sums by ${dimension} are being built after an update of the service.`)
}

/** Returns the dimensions of a filter for which there are stored values. */
export function storedFilters(segment: RunFilters): StoredDimension[] {
  return storedDimensions.filter((name) => segment[name] !== undefined)
}

/** Returns the condition for the rows of `segments` that match a filter in the dimensions of a kind. */
export function isSegment(kind: SegmentKind, segment: RunFilters): Sql {
  const wanted = storedFilters(segment).filter((name) => hasDimensions(kind, [name]))
  return allOf([sql`kind = ${kind}`, ...wanted.map((name) => hasValue(name, segment[name]!))])
}

function hasValue(name: StoredDimension, value: string): Sql {
  const range = name === 'hour' ? parseHours(value) : undefined
  return range
    ? sql`${segmentColumns[name]} BETWEEN ${range.first} AND ${range.last}`
    : sql`${segmentColumns[name]} = ${value}`
}

/** Returns the conditions for the rows of `runs` that match a filter; none if it is empty. Its weekday is not included. */
export function* runsMatching(rows: CountedRows, segment: RunFilters): QueryPlan<Sql[]> {
  return [...hasSegment(rows, segment), ...(yield* hasVariant(rows, segment))]
}

/** Returns the condition for the rows of `runs` that have a measure. */
export function has(measure: number): Sql {
  return sql`measures LIKE ${`%,${measure},%`}`
}

function* hasVariant(rows: CountedRows, { variant }: RunFilters): QueryPlan<Sql[]> {
  if (variant === undefined) return []
  if (!rows.hasVariants)
    throw new StoreUnavailable('The runs by variant are being rebuilt after an update of the service.')
  const named = yield* rowsOf<{ measure: number; name: string }>(
    sql`SELECT measure, name FROM measures WHERE name LIKE 'variant:%'`,
  )
  const counted = named
    .filter(({ name }) => {
      const own = variantOfMeasure(name)
      return own !== undefined && (variant === noKey || own === variant)
    })
    .map(({ measure }) => has(measure))
  if (variant === noKey) return batches(counted).map((batch) => sql`NOT ${anyOf(batch)}`)
  return [counted.length === 0 ? sql`1 = 0` : anyOf(batches(counted).map(anyOf))]
}

const anyOf = (conditions: readonly Sql[]) => sql`(${sql.join([...conditions], sql` OR `)})`

/** SQLite limits the depth of expressions to 1,000; every experiment that ever ran adds about twelve conditions. */
const batchSize = 100

function batches(conditions: readonly Sql[]): Sql[][] {
  return Array.from({ length: Math.ceil(conditions.length / batchSize) }, (_, index) =>
    conditions.slice(index * batchSize, (index + 1) * batchSize),
  )
}

function hasSegment(rows: CountedRows, segment: RunFilters): Sql[] {
  const wanted = storedFilters(segment)
  if (wanted.length === 0) return []
  const withAll = rows.runKinds.find((kind) => hasDimensions(kind, wanted))
  const kinds = withAll ? [withAll] : new Set(wanted.map((name) => kindOf(rows, name)))
  // `IS TRUE` makes PostgreSQL look up each run among the segments. It would otherwise scan all runs of the days once
  // per segment, because it expects only one segment.
  return [...kinds].map(
    (kind) =>
      sql`(${runColumnOf[kind]} IN (SELECT segments.segment FROM segments WHERE ${isSegment(kind, segment)})) IS TRUE`,
  )
}

/** Returns the column of `runs` with a segment that has a dimension. */
export function segmentOfRun(rows: CountedRows, dimension: StoredDimension): Sql {
  return runColumnOf[kindOf(rows, dimension)]
}

/** Returns the value in a dimension of the segment with the number `segment`. */
export function valueOfSegment(dimension: StoredDimension, segment: Sql): Sql {
  return sql`(SELECT ${segmentColumns[dimension]} FROM segments WHERE segments.segment = ${segment})`
}
