import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from './evidence.ts'
import type { Mortal } from './target.ts'

/** Something that befell the service during the load. */
export interface Disturbance {
  /** ms since the epoch */
  at: number
  what: string
}

/**
 * What is killed, in turn. SIGQUIT is PostgreSQL's immediate shutdown: sessions are cut, nothing is written any more, and
 * the next start recovers from the log of changes.
 */
const plan = [
  { name: 'ingest-1', signal: 'SIGKILL' },
  { name: 'postgres', signal: 'SIGQUIT' },
  { name: 'projections', signal: 'SIGKILL' },
  { name: 'forwarding', signal: 'SIGKILL' },
  { name: 'ingest-2', signal: 'SIGKILL' },
] as const

/** Between two of them, so that each meets a load and not the consequences of the one before. */
const everyMs = 15_000

/** Kills members one after the other until stopped, and notes when each one went and came back. */
export function startDisturbing(mortals: readonly Mortal[], { time }: { time: number }) {
  const disturbances: Disturbance[] = []
  const faults: string[] = []
  let killed = 0
  const stopping = new AbortController()
  const note = (what: string) => void disturbances.push({ at: Date.now(), what })

  async function work(): Promise<void> {
    for (const { name, signal } of plan) {
      await sleep(everyMs * time, undefined, { signal: stopping.signal })
      const mortal = mortals.find((one) => one.name === name)!
      mortal.kill(signal)
      note(`${name} killed`)
      killed += 1
      // Its end has to be noticed first, or the one that is dying would be asked whether it is there.
      await sleep(200)
      await mortal.untilReady().then(
        () => note(`${name} is back`),
        () => faults.push(`${name} did not come back`),
      )
    }
  }

  const finished = work().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    disturbances,
    async stop(): Promise<Finding> {
      stopping.abort()
      await finished
      if (killed < 2)
        faults.push(`the load ended before ${plan[killed]!.name} was killed: let it go on for longer`)
      return { what: 'members killed = back', expected: killed, found: killed - faults.length, faults }
    },
  }
}
