import type { ArchiveStore, ArchivedRange } from '#db/ports/log/archive-store.ts'
import type { EventLog } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { checkSize, readEvents, verifyRange } from './read-range.ts'

/** Throws `ArchiveUnreadable` if the file of an archived range is missing or has another size. Reads no file. */
export async function checkArchive(archive: Pick<ArchiveStore, 'ranges'>, folder: string): Promise<void> {
  for (const range of await archive.ranges()) await checkSize(folder, range)
}

/** Throws `ArchiveUnreadable` if the file of an archived range is missing or damaged. A missing one is found first. */
export async function verifyArchive(archive: Pick<ArchiveStore, 'ranges'>, folder: string): Promise<void> {
  await checkArchive(archive, folder)
  for (const range of await archive.ranges()) await verifyRange(folder, range)
}

/**
 * Returns a log whose `read` returns the events of archived ranges from their files, and all others from the database.
 * A page ends at the end of an archived range at the latest. The files are read in sequence: `read` must be called with
 * ascending positions, but can be repeated. Other methods read the database only.
 */
export function archivedLog(
  { log, archive }: Pick<Store, 'log' | 'archive'>,
  folder: string,
): EventLog & AsyncDisposable {
  let file: RangeReader | undefined

  async function read(after: number, limit: number): Promise<StoredEvent[]> {
    const page = await log.read(after, limit)
    // The end is read after the page: if the archive has not reached the page yet, nothing was missing from it.
    if (after >= (await archive.end())) return page
    const range = (await archive.ranges()).find(({ upTo }) => after < upTo)!
    const events = await (await readerOf(range, after)).read(after, limit)
    return events.length > 0 ? events : read(range.upTo, limit)
  }

  async function readerOf(range: ArchivedRange, after: number): Promise<RangeReader> {
    if (file?.canRead(range, after)) return file
    await file?.close()
    file = undefined
    // The range may have been archived after all files were verified.
    await verifyRange(folder, range)
    return (file = new RangeReader(range, folder))
  }

  return { ...log, read, [Symbol.asyncDispose]: async () => file?.close() }
}

/** Reads the file of a range in sequence. Keeps the events after the last position that was read. */
class RangeReader {
  readonly #range: ArchivedRange
  readonly #chunks: AsyncGenerator<StoredEvent[]>
  #events: StoredEvent[] = []
  /** Events up to this position are no longer kept. */
  #after: number
  #failed = false

  constructor(range: ArchivedRange, folder: string) {
    this.#range = range
    this.#after = range.after
    this.#chunks = readEvents(folder, range)
  }

  canRead({ upTo }: ArchivedRange, after: number): boolean {
    return !this.#failed && upTo === this.#range.upTo && after >= this.#after
  }

  async read(after: number, limit: number): Promise<StoredEvent[]> {
    this.#after = after
    for (;;) {
      this.#events = this.#events.slice(firstAfter(this.#events, after))
      if (this.#events.length >= limit) break
      const { done, value } = await this.#next()
      if (done) break
      this.#events.push(...value)
    }
    return this.#events.slice(0, limit)
  }

  async #next(): Promise<IteratorResult<StoredEvent[], void>> {
    try {
      return await this.#chunks.next()
    } catch (error) {
      // A generator that has thrown seems to have ended.
      this.#failed = true
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined)
  }
}

function firstAfter(events: readonly StoredEvent[], after: number): number {
  const index = events.findIndex(({ position }) => position > after)
  return index === -1 ? events.length : index
}
