import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import { type BackgroundLoop, startLoop } from '#service/background/background-loop.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { checkArchive } from '#service/archive/archived-log.ts'
import { ArchiveUnreadable } from '#service/archive/range-file.ts'
import { refuseNewerFormat } from './newer-version.ts'
import { createProjector } from './projector.ts'
import { rebuildProjections } from './rebuild.ts'

export interface RunnerSettings {
  store: Pick<Store, 'log' | 'projections' | 'exclusions' | 'archive'>
  /** Folder of the archived ranges of the log. Required only if there are such ranges. */
  archiveFolder?: string
  now: () => number
  log: Logger
  /** Destinations for which messages are enqueued; none by default. */
  destinations?: readonly DestinationName[]
  /** Time in ms between a payment and the hand-over of the letter; 2 hours by default. */
  submitAfterMs?: number
  /** Called when messages were enqueued, so that the dispatcher does not have to wait for its next poll. */
  onMessages?: (destinations: readonly DestinationName[]) => void
  /**
   * Called when the projections cannot continue because a newer version of the software has written the next event or
   * the rows. A process of that version must then take over.
   */
  onNewerVersion?: () => void
  /** Returns whether the store is busy with events of visitors. While it is busy, projections wait. */
  busy?: () => boolean
  /** Maximum time that projections wait while the store is busy, in ms. */
  maxYieldMs?: number
  pollMs?: number
  batchSize?: number
}

/**
 * Pause after a batch that was not full, in ms. Events that arrive during the pause are projected together. Under load,
 * one batch of a hundred events replaces ten batches of ten. It writes a tenth of the roll-up rows and needs a tenth of
 * the disk syncs.
 */
const gatherMs = 100

/** Minimum time between log lines about the progress of a rebuild, in ms. */
const logEveryMs = 10_000

/**
 * Starts a loop that keeps the live projections up to date with the log. The loop runs after a `wake`, and polls for
 * events of other processes. If the rows have an older format, they are first rebuilt in a new generation. Reports read
 * the old rows until the rebuild is complete. Two concurrent runners are harmless, because the checkpoint lets only one
 * of them commit each batch.
 */
export function createProjectionRunner(settings: RunnerSettings): BackgroundLoop {
  const { store, now, log, destinations = [], submitAfterMs, onMessages, onNewerVersion, busy } = settings
  const { archiveFolder } = settings
  const { maxYieldMs = 5000, pollMs = 1000, batchSize = 500 } = settings
  let caughtUpAt = performance.now()
  let checkedArchive = false

  const stopping = new AbortController()
  const onExcluded = (run: { runId: string; reason: string }) =>
    log.error(run, 'projections: a run cannot be projected and is excluded; see `npm run runs -- show`')
  const projector = createProjector({ store, onExcluded })

  /** Throws if the projections have not reached the end of the archive. Warns if a file is missing. */
  async function checkArchived(checkpoint: number): Promise<void> {
    const end = await store.archive.end()
    if (checkpoint < end)
      throw new Error(
        `the projections are at position ${checkpoint}, but the log is archived up to ${end}: a copy of the database was ` +
          'interrupted. Repeat `npm run db:copy` into an empty database',
      )
    try {
      if (archiveFolder !== undefined) await checkArchive(store.archive, archiveFolder)
    } catch (error) {
      if (!(error instanceof ArchiveUnreadable)) throw error
      log.warn(`projections: a rebuild would fail now. ${error.message}`)
    }
  }

  async function upgrade(format: number): Promise<void> {
    log.info({ format, wanted: runStateFormat }, 'projections: rows have an older format, rebuilding')
    let loggedAt = now()
    const { generation, checkpoint } = await rebuildProjections({
      store,
      ...(archiveFolder !== undefined && { archiveFolder }),
      now,
      onExcluded,
      onProgress({ checkpoint: done, target }) {
        stopping.signal.throwIfAborted()
        if (now() - loggedAt < logEveryMs) return
        loggedAt = now()
        log.info({ done, target }, 'projections: rebuilding')
      },
    })
    log.info({ generation, checkpoint }, 'projections: rebuilt')
  }

  async function work(): Promise<boolean> {
    if (busy?.() && performance.now() - caughtUpAt < maxYieldMs) {
      await sleep(gatherMs)
      return true
    }
    const place = await store.projections.live()
    refuseNewerFormat(place)
    if (!checkedArchive) await checkArchived(place.checkpoint)
    checkedArchive = true
    if (place.checkpoint > 0 && place.format < runStateFormat) {
      await upgrade(place.format)
      return true
    }
    const progress = await projector.next(place, {
      size: batchSize,
      now: now(),
      destinations,
      ...(submitAfterMs !== undefined && { submitAfterMs }),
    })
    const full = progress.kind === 'committed' && progress.checkpoint - place.checkpoint >= batchSize
    if (!full) caughtUpAt = performance.now()
    if (progress.kind === 'idle') return false
    if (progress.kind === 'committed') {
      if (progress.destinations.length > 0) onMessages?.(progress.destinations)
      if (!full) await sleep(gatherMs)
    }
    return true
  }

  async function workUntilStopped(): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      if (stopping.signal.aborted && error === stopping.signal.reason) return false
      // A missing file of the archive is no reason to stop the other work of the leader.
      if (error instanceof StoreRefused && !(error instanceof ArchiveUnreadable)) onNewerVersion?.()
      throw error
    }
  }

  const loop = startLoop({ name: 'projections', work: workUntilStopped, pollMs, log })
  return {
    wake: loop.wake,
    stop() {
      stopping.abort()
      return loop.stop()
    },
  }
}
