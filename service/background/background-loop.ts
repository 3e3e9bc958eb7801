import type { Logger } from 'pino'

export interface LoopSettings {
  /** Name in the log, for example 'projections'. */
  name: string
  /** Does some of the available work. Returns true if there is more, so that `work` is called again without a pause. */
  work: () => Promise<boolean>
  /** Maximum pause between two calls of `work`, in ms; `wake` ends it early. */
  pollMs: number
  log: Logger
}

export interface BackgroundLoop {
  /** Ends the pause, so that `work` is called immediately. Has no effect while `work` fails. */
  wake(): void
  /** Stops calling `work`. Resolves when the current call has finished. */
  stop(): Promise<void>
}

const firstBackOffMs = 500
const maxBackOffMs = 10_000

/**
 * Calls `work` repeatedly until stopped, one call at a time. If `work` throws, the error is logged, and `work` is
 * called again after a pause that doubles with each failure, from half a second to 10 s. The first failure in a row is
 * logged as a warning, because it is often a broken connection and gone at the next call. No error leaves the loop, so
 * background work cannot stop the service.
 */
export function startLoop({ name, work, pollMs, log }: LoopSettings): BackgroundLoop {
  const stopping = new AbortController()
  let woken = false
  let failures = 0
  let endPause: (() => void) | undefined

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function once(): Promise<number> {
    woken = false
    try {
      const more = await work()
      if (failures > 0) log.info({ failures }, `${name}: recovered`)
      failures = 0
      return more || woken ? 0 : pollMs
    } catch (error) {
      const ms = Math.min(firstBackOffMs * 2 ** failures, maxBackOffMs)
      failures += 1
      log[failures > 1 ? 'error' : 'warn'](
        { err: error, failures, nextTryMs: ms },
        `${name}: failed, will be retried`,
      )
      return ms
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const ms = await once()
      if (ms > 0 && !stopping.signal.aborted) await pause(ms)
    }
  }

  const running = run()
  return {
    wake() {
      woken = true
      // After a failure, `wake` does not end the pause. Otherwise, every request that calls `wake` would put more load
      // on the failing store.
      if (failures === 0) endPause?.()
    },
    async stop() {
      stopping.abort()
      endPause?.()
      await running
    },
  }
}
