import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { type BackgroundLoop, startLoop } from '../background-loop.ts'
import { projectNext } from './project-next.ts'

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

/**
 * Keeps the live projections up with the log: after a `wake`, and on its own poll for what other processes append.
 * Two runners at once are harmless, the checkpoint lets only one commit each batch.
 */
export function createProjectionRunner(settings: RunnerSettings): BackgroundLoop {
  const { store, now, log, endpoint, onJobs, busy } = settings
  const { longestYieldMs = 5000, pollMs = 1000, batchSize = 500, tellsConversions = false } = settings
  let caughtUpAt = performance.now()

  async function work(): Promise<boolean> {
    if (busy?.() && performance.now() - caughtUpAt < longestYieldMs) {
      await sleep(gatherMs)
      return true
    }
    const place = await store.projections.live()
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

  return startLoop({ name: 'projections', work, pollMs, log })
}
