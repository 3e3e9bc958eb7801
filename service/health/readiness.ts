import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '#db/ports/store.ts'

/** Throws if the service is not ready. */
export type Readiness = () => Promise<void>

interface ReadinessOptions {
  /** Called for each failed probe. */
  onFailure: (error: unknown) => void
  /** Time, in ms, for which the result of a probe is reused. */
  maxAgeMs?: number
  /**
   * Time, in ms, after which a running probe counts as failed. The next probe starts only after the running one has
   * ended.
   */
  withinMs?: number
}

/**
 * Returns a function that probes the store by writing to it. The route is public, so requests share probes: while a
 * probe runs, all requests wait for it. Its result is reused for `maxAgeMs` after the probe.
 */
export function createReadiness(store: Pick<Store, 'ready'>, options: ReadinessOptions): Readiness {
  const { onFailure, maxAgeMs = 1000, withinMs = 4000 } = options
  let running = false
  let result: Promise<void> | undefined
  let endedAt = -Infinity

  function probe(): Promise<void> {
    running = true
    const answered = store.ready().finally(() => (running = false))
    const late = new AbortController()
    const timeout = sleep(withinMs, undefined, { signal: late.signal, ref: false }).then(() => {
      throw new Error(`the store has not responded within ${withinMs} ms`)
    })
    return Promise.race([answered, timeout])
      .catch((error: unknown) => {
        onFailure(error)
        throw error
      })
      .finally(() => {
        late.abort()
        endedAt = performance.now()
      })
  }

  return () => {
    const fresh = running || performance.now() - endedAt < maxAgeMs
    if (!result || !fresh) result = probe()
    return result
  }
}
