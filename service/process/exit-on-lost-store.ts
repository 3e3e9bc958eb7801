import process from 'node:process'
import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'

/**
 * Delay before the process exits, in ms. In this time, calls to a dead thread are answered with a 503, and a health
 * check can notice the failure.
 */
const exitDelayMs = 500

/**
 * Ends the process with exit code 1 when a thread of the store has died, because the process could then only return
 * errors, or when the database was found to be damaged. Committed data is not lost. The supervisor starts a new process.
 */
export function exitOnLostStore({ lost }: Pick<Store, 'lost'>, log: Logger): void {
  const end = () => {
    log.fatal(
      { error: (lost.reason as Error).message },
      'the store cannot be used any more: the process exits',
    )
    setTimeout(() => process.exit(1), exitDelayMs)
  }
  if (lost.aborted) end()
  else lost.addEventListener('abort', end, { once: true })
}
