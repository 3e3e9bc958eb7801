import type { Logger } from 'pino'

export interface LoopSettings {
  /** What is done, for the log: 'projections'. */
  name: string
  /** Works on what is there; true when more waits already. */
  work: () => Promise<boolean>
  /** Longest pause while nothing calls. */
  pollMs: number
  log: Logger
}

export interface BackgroundLoop {
  /** Looks now instead of at the next poll. */
  wake(): void
  /** Resolves when the work in hand is finished; nothing is begun after it. */
  stop(): Promise<void>
}

const firstBackOffMs = 500
const longestBackOffMs = 10_000

/**
 * Works in the background until stopped, one piece at a time. A failure is logged and tried again after a pause that
 * doubles from half a second to 10 s; it never leaves the loop, because a report must never take the service down.
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
      if (failures > 0) log.info({ failures }, `${name}: working again`)
      failures = 0
      return more || woken ? 0 : pollMs
    } catch (error) {
      const ms = Math.min(firstBackOffMs * 2 ** failures, longestBackOffMs)
      failures += 1
      log.error({ err: error, failures, nextTryMs: ms }, `${name}: failed, trying again`)
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
      // A failing store is not hammered: while it fails only the pause decides.
      if (failures === 0) endPause?.()
    },
    async stop() {
      stopping.abort()
      endPause?.()
      await running
    },
  }
}
