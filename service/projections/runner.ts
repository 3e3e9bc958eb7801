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
  /** Called when jobs were committed, so that forwarding need not wait for its poll. */
  onJobs?: () => void
  pollMs?: number
  batchSize?: number
}

/**
 * Keeps the live projections up with the log: after a `wake`, and on its own poll for what other processes append.
 * Two runners at once are harmless, the checkpoint lets only one commit each batch.
 */
export function createProjectionRunner(settings: RunnerSettings): BackgroundLoop {
  const { store, now, log, endpoint, onJobs, pollMs = 1000, batchSize = 500 } = settings

  async function work(): Promise<boolean> {
    const progress = await projectNext(store, await store.projections.live(), {
      size: batchSize,
      now: now(),
      ...(endpoint !== undefined && { endpoint }),
    })
    if (progress.kind === 'committed' && progress.jobs.length > 0) onJobs?.()
    return progress.kind !== 'idle'
  }

  return startLoop({ name: 'projections', work, pollMs, log })
}
