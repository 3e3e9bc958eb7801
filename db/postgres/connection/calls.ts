import { StoreUnavailable } from '#db/ports/store.ts'
import { toStoreError } from './failure.ts'

type Methods = Record<string, (...args: never[]) => Promise<unknown>>

/**
 * Tracks the calls of a store, so that closing can wait for them. Converts errors of the driver to errors of the port.
 */
export function createCalls() {
  const running = new Set<Promise<unknown>>()
  let closed = false

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new StoreUnavailable('the store is closed')
    // Each `await` of a Drizzle query runs the query again. The query is therefore converted to a promise.
    const call = (async () => work())()
    running.add(call)
    try {
      return await call
    } catch (error) {
      throw toStoreError(error)
    } finally {
      running.delete(call)
    }
  }

  return {
    run,
    /** Wraps the methods of a port, so that each runs as a tracked call. */
    guard<Port extends object>(port: Port): Port {
      const methods = Object.entries(port as Methods).map(([name, method]) => [
        name,
        (...args: never[]) => run(() => method(...args)),
      ])
      return Object.fromEntries(methods) as Port
    },
    /** Refuses further calls, and resolves when the running ones have ended. */
    async end(): Promise<void> {
      closed = true
      await Promise.allSettled(running)
    },
  }
}
