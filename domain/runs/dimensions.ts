/**
 * Dimensions by which reports filter and break down runs. `weekday` and `hour` are those of the start in Berlin. To add
 * a dimension:
 *
 * 1. Add it here, in `segmentKinds` and in `noValues`, and its value in `segmentOf` (run-measures.ts).
 * 2. Add its column to `segments` in both schemas and to their unique index, and to `segmentColumns`
 *    (db/reads/reports/segment-sql.ts). Increment `runStateFormat`, and set `formatWithKinds` to it.
 * 3. Add its parameter to `segmentFilters` (domain/reports/parameters.ts), and its German name to `dimensionNames` and
 *    `valueName` (domain/reports/words.ts). `pairDimensions` says whether it can be the second one of two.
 */
export const runDimensions = [
  'device',
  'browser',
  'os',
  'channel',
  'source',
  'medium',
  'campaign',
  'reason',
  'entry',
  'consent',
  'weekday',
  'hour',
] as const
export type RunDimension = (typeof runDimensions)[number]

/**
 * Dimensions by which a breakdown can be broken down again. The values of each are a small closed set, and any two of
 * them are in one of the `segmentKinds`.
 */
export const pairDimensions = ['device', 'browser', 'channel', 'consent', 'weekday'] as const
export type PairDimension = (typeof pairDimensions)[number]

/** Values of a run in all dimensions. */
export type RunSegment = Record<RunDimension, string>

/**
 * Filters of runs: values in dimensions, and the variant that the visitor saw, `<experiment>:<variant>`, or `(none)` for
 * runs in no experiment. No sums are stored by variant: runs are filtered by their measures (see variant-measures.ts).
 */
export type RunFilters = Partial<RunSegment & { variant: string }>

/** The weekday needs no stored sums: it follows from the day. */
export type StoredDimension = Exclude<RunDimension, 'weekday'>

/**
 * Kinds of stored sums, each with the dimensions that its sums combine. Every run is counted once in each kind. A report
 * reads the first kind that has all its dimensions and measures (see measure-families.ts), so kinds with few
 * combinations come first; if no kind has, it counts run by run, which takes longer the more runs the range has. A kind
 * must not have more than about 2,000 combinations a day, because clients choose the values: those of `entry` and
 * `campaign` are limited (see report-keys.ts), the others are closed sets, of which `browser` has the most, about 1,150.
 * Most kinds have the device, by which the report on fields compares runs.
 */
export const segmentKinds = {
  device: ['device'],
  os: ['device', 'os'],
  hour: ['device', 'hour'],
  channel: ['device', 'channel', 'consent'],
  visitor: ['device', 'browser', 'consent'],
  browser: ['browser', 'channel'],
  entry: ['device', 'entry'],
  campaign: ['device', 'source', 'medium', 'campaign', 'reason'],
} as const satisfies Record<string, readonly StoredDimension[]>
export type SegmentKind = keyof typeof segmentKinds
export const segmentKindNames = Object.keys(segmentKinds) as SegmentKind[]

/**
 * Kinds whose segment numbers are in the rows of runs. Together they have all dimensions, so run lists can filter by any
 * of them.
 */
export const runKinds = [
  'campaign',
  'visitor',
  'os',
  'entry',
  'hour',
  'channel',
] as const satisfies readonly SegmentKind[]
export type RunKind = (typeof runKinds)[number]

/** The values of a segment in the dimensions of a kind; empty in all other dimensions. */
export type SegmentPart = { kind: SegmentKind } & Record<StoredDimension, string>

const noValues: Record<StoredDimension, string> = {
  device: '',
  browser: '',
  os: '',
  channel: '',
  source: '',
  medium: '',
  campaign: '',
  reason: '',
  entry: '',
  consent: '',
  hour: '',
}
export const storedDimensions = Object.keys(noValues) as StoredDimension[]

export function segmentPart(segment: RunSegment, kind: SegmentKind): SegmentPart {
  const part: SegmentPart = { kind, ...noValues }
  for (const name of segmentKinds[kind]) part[name] = segment[name]
  return part
}

/** Returns a text that identifies a segment. */
export function segmentKey(segment: SegmentPart): string {
  const names: readonly StoredDimension[] = segmentKinds[segment.kind]
  return JSON.stringify([segment.kind, ...names.map((name) => segment[name])])
}

/** Returns whether a kind has all of these dimensions. */
export function hasDimensions(kind: SegmentKind, dimensions: readonly StoredDimension[]): boolean {
  const own: readonly StoredDimension[] = segmentKinds[kind]
  return dimensions.every((name) => own.includes(name))
}

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** Returns the weekday of a day `YYYY-MM-DD`. */
export function weekdayOf(day: string): string {
  return weekdays[(new Date(day).getUTCDay() + 6) % 7]!
}

/** The hours of a day as values of the dimension `hour`. */
export const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
