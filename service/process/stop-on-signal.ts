import process from 'node:process'
import type { Logger } from 'pino'

/** Maximum duration of a shutdown, in ms. Containers are killed 10 s after SIGTERM. */
const maxStopMs = 9500

/**
 * Time after the first signal in which further signals are ignored, in ms. The process may receive one signal twice: as
 * a member of the process group, and from npm, which forwards signals.
 */
const sameRequestMs = 1000

/**
 * Calls `stop` on the first SIGTERM or SIGINT. Ignores further signals for a second, then calls `atOnce` on each
 * signal.
 */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void, atOnce: () => void): void {
  let firstAt: number | undefined
  const handle = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      stop(signal)
    } else if (performance.now() - firstAt > sameRequestMs) atOnce()
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}

/**
 * Runs `stop` on the first SIGTERM or SIGINT and then ends the process. The exit code is 0 if `stop` succeeded. It is 1
 * if `stop` failed or took too long, or if a later signal ended the process immediately.
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  const begin = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping took too long, gave up')
      process.exit(1)
    }, maxStopMs).unref()
    stop().then(
      () => {
        log.info('stopped')
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  onStopSignals(begin, () => {
    log.warn('second stop signal: exiting at once')
    process.exit(1)
  })
}
