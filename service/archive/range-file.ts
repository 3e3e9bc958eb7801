import path from 'node:path'
import { z } from 'zod'
import type { FiledRange, PositionRange } from '#db/ports/log/archive-store.ts'
import { StoreRefused } from '#db/ports/store.ts'

/**
 * The first line of a file. Every further line is the JSON of one event, in the order of their positions. The file is
 * compressed with gzip.
 */
export interface RangeHeader extends PositionRange {
  format: 'formlotse-log'
  version: 1
  /** Number of events in the file. */
  events: number
}

const header = z.strictObject({
  format: z.literal('formlotse-log'),
  version: z.literal(1),
  after: z.int().nonnegative(),
  upTo: z.int().positive(),
  events: z.int().nonnegative(),
}) satisfies z.ZodType<RangeHeader>

export function headerOf({ after, upTo, events }: PositionRange & { events: number }): RangeHeader {
  return { format: 'formlotse-log', version: 1, after, upTo, events }
}

export function fileNameOf({ after, upTo }: PositionRange): string {
  return `log-${after + 1}-${upTo}.jsonl.gz`
}

export function pathOf(folder: string, { file }: Pick<FiledRange, 'file'>): string {
  return path.join(folder, file)
}

/** Throws `ArchiveUnreadable` unless the line is the header of the range's file. */
export function checkHeader(line: string, range: FiledRange, folder: string): void {
  let read: RangeHeader | undefined
  try {
    read = header.parse(JSON.parse(line))
  } catch {
    throw new ArchiveUnreadable(folder, range, 'has a first line that is not the header of an archived range')
  }
  if (read.after !== range.after || read.upTo !== range.upTo || read.events !== range.events)
    throw new ArchiveUnreadable(
      folder,
      range,
      `contains ${read.events} events of the positions ${read.after + 1} to ${read.upTo}, expected ${range.events}`,
    )
}

/** A file of the archive is missing or not the one that was recorded. Nothing was changed. */
export class ArchiveUnreadable extends StoreRefused {
  override name = 'ArchiveUnreadable'

  constructor(folder: string, range: FiledRange, problem: string) {
    super(
      `The file ${range.file} in the folder ${folder} ${problem}. It contains the events at the positions ` +
        `${range.after + 1} to ${range.upTo}, most of which are no longer in the database: restore it from a backup of this ` +
        'folder, or set LOG_ARCHIVE to the folder that contains it.',
    )
  }
}
