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

/** Dimensions by which a breakdown can be broken down again. The values of each are a small closed set. */
export const pairDimensions = ['device', 'browser', 'consent', 'weekday'] as const
export type PairDimension = (typeof pairDimensions)[number]

/** Values of a run in all dimensions. */
export type RunSegment = Record<RunDimension, string>

/** The weekday needs no stored sums: it follows from the day. */
export type StoredDimension = Exclude<RunDimension, 'weekday'>

/**
 * Kinds of stored sums, each with the dimensions that its sums combine. Every run is counted once in each kind. A report
 * reads the first kind that has all its dimensions; if no kind has, it counts run by run, which takes
 * longer the more runs the range has. A kind must not have more than about 2,000 combinations a day, because clients choose the values: those
 * of `visitor`, `os` and `hour` are closed sets, the others are limited (see report-keys.ts).
 */
export const segmentKinds = {
  os: ['os'],
  hour: ['hour'],
  visitor: ['device', 'browser', 'consent'],
  entry: ['entry'],
  campaign: ['device', 'source', 'medium', 'campaign', 'reason'],
} as const satisfies Record<string, readonly StoredDimension[]>
export type SegmentKind = keyof typeof segmentKinds
export const segmentKindNames = Object.keys(segmentKinds) as SegmentKind[]

/** The values of a segment in the dimensions of a kind; empty in all other dimensions. */
export type SegmentPart = { kind: SegmentKind } & Record<StoredDimension, string>

const noValues: Record<StoredDimension, string> = {
  device: '',
  browser: '',
  os: '',
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
