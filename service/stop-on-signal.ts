import process from 'node:process'
import type { Logger } from 'pino'

/** Containers are killed 10 s after they were asked to stop. */
const giveUpAfterMs = 9500

/** Runs `stop` on the first SIGTERM or SIGINT and ends the process: 0 when all was finished, 1 otherwise. */
export function onceAskedToStop(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const begin = (signal: string) => {
    // Whoever asks twice does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping took too long, gave up')
      process.exit(1)
    }, giveUpAfterMs).unref()
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
  process.on('SIGTERM', begin)
  process.on('SIGINT', begin)
}
