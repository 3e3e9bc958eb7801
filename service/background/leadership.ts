import type { Logger } from 'pino'
import type { Leadership, Replicas } from '#db/ports/replicas.ts'
import { type BackgroundLoop, startLoop } from './background-loop.ts'

export interface LeadershipSettings {
  replicas: Pick<Replicas, 'acquireLeadership'>
  /** Name of the work that only one process does at a time, for example 'projections'. */
  task: string
  /**
   * Starts the work and returns its loops; `wake` wakes only the first one. Called each time that this process becomes the
   * leader. `giveUp` lets another process become the leader, if there is one.
   */
  start: (giveUp: () => void) => BackgroundLoop[]
  log: Logger
  /** Interval, in ms, at which a process that is not the leader tries to become the leader. */
  pollMs?: number
  /** Time in ms for which a process that gave up does not try to become the leader. */
  giveUpMs?: number
}

/** Runs the loops of a task while this process is its leader, and tries to become the leader otherwise. */
export function whileLeader({
  replicas,
  task,
  start,
  log,
  pollMs = 2000,
  giveUpMs = 30_000,
}: LeadershipSettings): BackgroundLoop {
  let leading: { lead: Leadership; loops: BackgroundLoop[] } | undefined
  /** Time of the monotonic clock, in ms, until which another process may become the leader. */
  let givenUpUntil = 0

  async function resign(): Promise<void> {
    const { lead, loops = [] } = leading ?? {}
    leading = undefined
    await Promise.all(loops.map((one) => one.stop()))
    await lead?.release()
  }

  async function keep(): Promise<boolean> {
    const hasGivenUp = performance.now() < givenUpUntil
    if (leading && (hasGivenUp || leading.lead.lost.aborted)) {
      log.warn({ task }, `${hasGivenUp ? 'gave up' : 'lost'} leadership; another process may acquire it`)
      await resign()
    }
    if (leading || hasGivenUp) return false
    const lead = await replicas.acquireLeadership(task)
    if (!lead) return false
    log.info({ task }, 'acquired leadership')
    leading = { lead, loops: start(giveUp) }
    lead.lost.addEventListener('abort', () => loop.wake(), { once: true })
    return false
  }

  function giveUp(): void {
    givenUpUntil = performance.now() + giveUpMs
    loop.wake()
  }

  const loop = startLoop({ name: `leadership of ${task}`, work: keep, pollMs, log })
  return {
    wake: () => leading?.loops[0]?.wake(),
    async stop() {
      await loop.stop()
      await resign()
    },
  }
}
