import { setTimeout as sleep } from 'node:timers/promises'

/** State of a process that is about to stop, but still serves requests. */
export interface Draining {
  readonly started: boolean
  /** Starts draining and resolves when the time for it is over. */
  start: () => Promise<void>
}

/**
 * Creates the state of a process that does not drain yet. `forMs` is the time, in ms, that load balancers have to
 * notice that `/readyz` returns 503, before the process stops listening. A connection that arrives at the very moment
 * at which a process stops listening is reset by the kernel, so only a process without new connections can stop
 * without a failed request.
 */
export function createDraining(forMs: number): Draining {
  let started = false
  return {
    get started() {
      return started
    },
    async start() {
      started = true
      if (forMs > 0) await sleep(forMs)
    },
  }
}
