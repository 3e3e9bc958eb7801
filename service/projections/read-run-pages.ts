import type { EventLog } from '#db/ports/event-log.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'

/**
 * Yields all events of some runs up to a position, in log order and page by page, so that runs of any length
 * can be folded.
 */
export async function* readRunPages(
  log: Pick<EventLog, 'readRuns'>,
  runIds: readonly string[],
  upTo: number,
): AsyncGenerator<StoredEvent[]> {
  if (runIds.length === 0) return
  let after = 0
  while (after < upTo) {
    const page = await log.readRuns({ runIds, after, upTo })
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.position
  }
}
