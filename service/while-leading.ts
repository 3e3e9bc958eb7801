import type { Logger } from 'pino'
import type { Lead, Replicas } from '#db/replicas.ts'
import { type BackgroundLoop, startLoop } from './background-loop.ts'

export interface LeadingSettings {
  replicas: Pick<Replicas, 'lead'>
  /** What one process at a time does: 'projections'. */
  task: string
  start: () => BackgroundLoop
  log: Logger
  /** How often a process that waits for the task asks for it. */
  pollMs?: number
}

/** Does a task while this process has it, and waits for it otherwise; takes it over when the one before is gone. */
export function whileLeading({ replicas, task, start, log, pollMs = 2000 }: LeadingSettings): BackgroundLoop {
  let leading: { lead: Lead; doing: BackgroundLoop } | undefined

  async function giveUp(): Promise<void> {
    const { lead, doing } = leading ?? {}
    leading = undefined
    await doing?.stop()
    await lead?.release()
  }

  async function keep(): Promise<boolean> {
    if (leading?.lead.lost.aborted) {
      log.warn({ task }, 'lost the task; another process may do it now')
      await giveUp()
    }
    if (leading) return false
    const lead = await replicas.lead(task)
    if (!lead) return false
    log.info({ task }, 'does the task from now on')
    leading = { lead, doing: start() }
    lead.lost.addEventListener('abort', () => loop.wake(), { once: true })
    return false
  }

  const loop = startLoop({ name: `leading ${task}`, work: keep, pollMs, log })
  return {
    wake: () => leading?.doing.wake(),
    async stop() {
      await loop.stop()
      await giveUp()
    },
  }
}
