import { StoreUnavailable } from '#db/ports/store.ts'
import { toStoreError } from './failure.ts'

type Methods = Record<string, (...args: never[]) => Promise<unknown>>

/** Tracks the calls of a store, so that `end` can wait for them. Converts errors of the driver with `toStoreError`. */
export function createCalls() {
  const running = new Set<Promise<unknown>>()
  let closed = false

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new StoreUnavailable('the store is closed')
    // Each `await` of a Drizzle query runs the query again, and `end` awaits the call a second time. The query is
    // therefore converted to a promise.
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
    /** Returns the port with each method wrapped in `run`. */
    guard<Port extends object>(port: Port): Port {
      const methods = Object.entries(port as Methods).map(([name, method]) => [
        name,
        (...args: never[]) => run(() => method(...args)),
      ])
      return Object.fromEntries(methods) as Port
    },
    /** Refuses further calls, and resolves when all running calls have ended. */
    async end(): Promise<void> {
      closed = true
      await Promise.allSettled(running)
    },
  }
}
