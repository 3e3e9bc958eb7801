import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { type BackgroundLoop, startLoop } from '../background-loop.ts'
import { runStateFormat } from '#domain/run-state.ts'
import { projectNext } from './project-next.ts'
import { rebuildProjections } from './rebuild.ts'

export interface RunnerSettings {
  store: Pick<Store, 'log' | 'projections'>
  now: () => number
  log: Logger
  /** Where messages are owed to; absent when no webhook is set. */
  endpoint?: string
  /** Whether conversions are told to an analytics service. */
  tellsConversions?: boolean
  /** Called when jobs were committed, so that forwarding need not wait for its poll. */
  onJobs?: () => void
  /** True while the store has its hands full with what visitors send: the projections then let it go first. */
  busy?: () => boolean
  /** The longest that they wait for a burst to end; then they catch up beside it. */
  longestYieldMs?: number
  pollMs?: number
  batchSize?: number
}

/**
 * After a batch that was not full the next one is gathered for so long. An event in a quiet hour is projected at once;
 * under load one batch of a hundred takes the place of ten of ten, with a tenth of the roll-up rows and waits for the disk.
 */
const gatherMs = 100

/** Progress of a rebuild is logged at most once in so many ms. */
const tellEveryMs = 10_000

/**
 * Keeps the live projections up with the log: after a `wake`, and on its own poll for what other processes append.
 * Rows that an older version of the software wrote are first rebuilt beside; reports answer from them until then.
 * Two runners at once are harmless, the checkpoint lets only one commit each batch.
 */
export function createProjectionRunner(settings: RunnerSettings): BackgroundLoop {
  const { store, now, log, endpoint, onJobs, busy } = settings
  const { longestYieldMs = 5000, pollMs = 1000, batchSize = 500, tellsConversions = false } = settings
  let caughtUpAt = performance.now()

  const stopping = new AbortController()

  async function upgrade(format: number): Promise<void> {
    log.info({ format, wanted: runStateFormat }, 'projections: of an older format, rebuilding them beside')
    let toldAt = now()
    const { generation, checkpoint } = await rebuildProjections({
      store,
      now,
      onProgress({ checkpoint: done, target }) {
        stopping.signal.throwIfAborted()
        if (now() - toldAt < tellEveryMs) return
        toldAt = now()
        log.info({ done, target }, 'projections: rebuilding')
      },
    })
    log.info({ generation, checkpoint }, 'projections: rebuilt')
  }

  async function work(): Promise<boolean> {
    if (busy?.() && performance.now() - caughtUpAt < longestYieldMs) {
      await sleep(gatherMs)
      return true
    }
    const place = await store.projections.live()
    if (place.checkpoint > 0 && place.format < runStateFormat) {
      await upgrade(place.format)
      return true
    }
    const progress = await projectNext(store, place, {
      size: batchSize,
      now: now(),
      tellsConversions,
      ...(endpoint !== undefined && { endpoint }),
    })
    const full = progress.kind === 'committed' && progress.checkpoint - place.checkpoint === batchSize
    if (!full) caughtUpAt = performance.now()
    if (progress.kind === 'idle') return false
    if (progress.kind === 'committed') {
      if (progress.jobs.length > 0) onJobs?.()
      if (!full) await sleep(gatherMs)
    }
    return true
  }

  async function workUntilStopped(): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      if (stopping.signal.aborted && error === stopping.signal.reason) return false
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
