import process from 'node:process'
import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'

/**
 * Delay before the process exits, in ms: time to send the last responses (calls to the dead thread fail with a
 * 503) and for a health check to notice.
 */
const exitDelayMs = 500

/**
 * Ends the process with exit code 1 when a thread of the store has died. Nothing committed is lost, and the
 * supervisor starts a new process; this one would only return errors.
 */
export function exitOnLostStore({ lost }: Pick<Store, 'lost'>, log: Logger): void {
  const end = () => {
    log.fatal({ error: (lost.reason as Error).message }, 'a thread of the store has died: the process exits')
    setTimeout(() => process.exit(1), exitDelayMs)
  }
  if (lost.aborted) end()
  else lost.addEventListener('abort', end, { once: true })
}
