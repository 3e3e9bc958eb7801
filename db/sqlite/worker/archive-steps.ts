import { setTimeout as pause } from 'node:timers/promises'
import type { ArchiveStore } from '#db/ports/log/archive-store.ts'
import type { Calls } from '#db/worker/protocol.ts'
import type { WriterPorts } from './writer-worker.ts'

/**
 * Minimum pause between two steps, in ms. After each step, the writer pauses at least as long as it has held the lock:
 * otherwise appends of the service, which polls for the lock of another process, would rarely find it free.
 */
const minPauseMs = 5

/** Implements `ArchiveStore.archive` in many short transactions. */
export function archiveInSteps({ archive }: Pick<Calls<WriterPorts>, 'archive'>): ArchiveStore['archive'] {
  return async (range, { onProgress } = {}) => {
    await archive.record(range)
    let [at, removed] = [range.after, 0]
    while (at < range.upTo) {
      const step = await archive.remove(range, at)
      removed += step.removed
      at = step.to
      onProgress?.(at)
      await pause(Math.max(minPauseMs, step.lockedMs))
    }
    await archive.finish(range, range.archivedAt)
    return { removed }
  }
}
