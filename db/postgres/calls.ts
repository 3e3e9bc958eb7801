import { StoreUnavailable } from '../store.ts'
import { toStoreError } from './failure.ts'

type Methods = Record<string, (...args: never[]) => Promise<unknown>>

/** The calls of a store: those that run are known, so that closing can wait for them, and fail as the port says. */
export function createCalls() {
  const running = new Set<Promise<unknown>>()
  let closed = false

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new StoreUnavailable('the store is closed')
    // A Promise of its own: a query of Drizzle's would run once for each who waits for it.
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
    /** The same methods, each as such a call. */
    guard<Port extends object>(port: Port): Port {
      const methods = Object.entries(port as Methods).map(([name, method]) => [
        name,
        (...args: never[]) => run(() => method(...args)),
      ])
      return Object.fromEntries(methods) as Port
    },
    /** Lets in no other call, and resolves when the ones that run have ended. */
    async end(): Promise<void> {
      closed = true
      await Promise.allSettled(running)
    },
  }
}
