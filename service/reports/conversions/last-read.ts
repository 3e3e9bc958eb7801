import type { EventLog } from '#db/ports/event-log.ts'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import {
  type PlatformFileName,
  platformFileNames,
  platformFiles,
} from '#domain/conversions/platform-files.ts'
import type { AdPlatform } from '#domain/events/wire-events.ts'

/** A payment is stored within this time after it was decided, in ms; only older ones are surely in a file. */
const storedWithinMs = 10_000

interface FileState {
  log: Pick<EventLog, 'read'>
  /** Head of the log before the file was read. */
  head: number
  /** Position up to which the file contains orders. */
  asOfPosition: number
  /** Time before the head was read, in ms since the epoch. */
  now: number
}

/** Returns the time until which payments are surely in a file, in ms since the epoch; 0 for an empty file. */
export async function containedUntil({ log, head, asOfPosition, now }: FileState): Promise<number> {
  if (asOfPosition >= head) return now - storedWithinMs
  const [last] = asOfPosition === 0 ? [] : await log.read(asOfPosition - 1, 1)
  return last ? last.receivedAt - storedWithinMs : 0
}

const separator = ' until '

/** Returns the detail in the audit of a file that was read. */
export function readDetail(file: PlatformFileName, until: number): string {
  return `${file}${separator}${new Date(until).toISOString()}`
}

interface LastRead {
  /** ms since the epoch */
  at: number
  by: string
  /** Time until which payments were in the file, in ms since the epoch. */
  until: number
}

/** Returns when a file was last read, and by whom; undefined if it was not within a year. */
export async function lastReadOf(
  { lastFetch }: Pick<OperatorStore, 'lastFetch'>,
  file: PlatformFileName,
): Promise<LastRead | undefined> {
  const found = await lastFetch(file)
  if (!found) return undefined
  const { at, operator: by, detail } = found
  const until = Date.parse(detail?.split(separator)[1] ?? '')
  // Entries of earlier versions name no time.
  return { at, by, until: Number.isNaN(until) ? at - storedWithinMs : until }
}

/** Returns the time until which payments were in the file of conversions when it was last read; 0 if it was not. */
export async function readUntilOf(
  operators: Pick<OperatorStore, 'lastFetch'>,
  platform: AdPlatform,
): Promise<number> {
  const file = platformFileNames.find(
    (name) => platformFiles[name].platform === platform && platformFiles[name].kind === 'conversions',
  )!
  return (await lastReadOf(operators, file))?.until ?? 0
}
