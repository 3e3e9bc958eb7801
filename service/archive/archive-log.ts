import type { ArchivedRange, FiledRange, PositionRange } from '#db/ports/log/archive-store.ts'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import { verifyRange } from './read-range.ts'
import { writeRange } from './write-range.ts'

type ArchivedStore = Pick<Store, 'log' | 'projections' | 'archive'>

export interface ArchiveSettings {
  store: ArchivedStore
  folder: string
  /** Ranges are archived only if their last event was received at least this long ago, in ms. */
  olderThanMs: number
  now: () => number
  onProgress?: (progress: ArchiveProgress) => void
}

export interface ArchiveProgress {
  stage: 'writing' | 'comparing' | 'removing'
  range: PositionRange
  /** Position up to which the stage is done. */
  position: number
}

/** What was done with a range. `resumed` says that an earlier call had written its file. */
export interface ArchivedResult {
  range: FiledRange
  removed: number
  resumed: boolean
}

/**
 * Why no further range is archived:
 * - `head`: the next range, after position `after`, contains the end of the log;
 * - `young`: its last position was given at `lastAt`, later than `olderThanMs` ago;
 * - `unprojected`: the live projections have not reached its end, `upTo`.
 */
export type ArchiveEnd =
  | { kind: 'head'; after: number; head: number }
  | { kind: 'young'; range: PositionRange; lastAt: number }
  | { kind: 'unprojected'; range: PositionRange; checkpoint: number }

/**
 * Archives all ranges that are old enough, oldest first. Completes the removal that an earlier call began. Calls
 * `onArchived` after each range, and returns why there is no further one. Throws `ArchiveUnreadable` if the file of an
 * interrupted removal is missing or damaged; nothing is removed then. Of two calls at the same time, one may throw
 * `StoreRefused`; neither changes a file of the other.
 */
export async function archiveLog(
  settings: ArchiveSettings,
  onArchived: (result: ArchivedResult) => void,
): Promise<ArchiveEnd> {
  const { store, folder } = settings
  const interrupted = (await store.archive.ranges()).filter(({ isRemoved }) => !isRemoved)
  for (const range of interrupted) {
    await verifyRange(folder, range)
    onArchived({ range, removed: await remove(settings, range), resumed: true })
  }
  for (;;) {
    const next = await findNext(settings)
    if ('kind' in next) return next
    const range = await write(settings, next)
    onArchived({ range, removed: await remove(settings, range), resumed: false })
  }
}

async function findNext({
  store: { log, projections, archive },
  olderThanMs,
  now,
}: ArchiveSettings): Promise<ArchiveEnd | (PositionRange & { events: number })> {
  const range = await archive.nextRange()
  if (!range) return { kind: 'head', after: await archive.end(), head: await log.head() }
  const lastAt = await log.timeAt(range.upTo)
  if (lastAt === undefined) throw new Error(`the log has nothing at position ${range.upTo}`)
  if (lastAt > now() - olderThanMs) return { kind: 'young', range, lastAt }
  const { checkpoint } = await projections.live()
  if (checkpoint < range.upTo) return { kind: 'unprojected', range, checkpoint }
  return range
}

/** Throws `StoreRefused` if another command has removed events of the range meanwhile. */
async function write(
  settings: ArchiveSettings,
  range: PositionRange & { events: number },
): Promise<FiledRange> {
  try {
    return await writeFile(settings, range)
  } catch (error) {
    if ((await settings.store.archive.end()) < range.upTo) throw error
    throw new StoreRefused(
      `another command has archived the positions ${range.after + 1} to ${range.upTo} meanwhile, and nothing is lost: ` +
        'repeat this one when the other has ended',
      { cause: error },
    )
  }
}

async function writeFile(
  { store: { log }, folder, now, onProgress }: ArchiveSettings,
  range: PositionRange & { events: number },
): Promise<FiledRange> {
  const firstAt = await log.timeAt(range.after + 1)
  if (firstAt === undefined) throw new Error(`the log has nothing at position ${range.after + 1}`)
  return writeRange(
    { ...range, firstAt },
    {
      log,
      folder,
      now: now(),
      ...(onProgress && { onProgress: (stage, position) => onProgress({ stage, range, position }) }),
    },
  )
}

async function remove(
  { store: { archive }, onProgress }: ArchiveSettings,
  range: FiledRange | ArchivedRange,
): Promise<number> {
  const filed = withoutState(range)
  const { removed } = await archive.archive(filed, {
    onProgress: (position) => onProgress?.({ stage: 'removing', range, position }),
  })
  return removed
}

function withoutState(range: FiledRange | ArchivedRange): FiledRange {
  const { after, upTo, events, firstAt, file, bytes, sha256, archivedAt } = range
  return { after, upTo, events, firstAt, file, bytes, sha256, archivedAt }
}
