import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '#loadtest/evidence/evidence.ts'
import type { Mortal } from './target.ts'

/** A kill or restart of a member during the load. */
export interface Disturbance {
  /** Milliseconds since the epoch. */
  at: number
  what: string
}

/**
 * The members to kill, in this order. SIGQUIT is PostgreSQL's immediate shutdown: sessions are cut, nothing more is
 * written, and the next start recovers from the WAL.
 */
const plan = [
  { name: 'ingest-1', signal: 'SIGKILL' },
  { name: 'postgres', signal: 'SIGQUIT' },
  { name: 'projections', signal: 'SIGKILL' },
  { name: 'forwarding', signal: 'SIGKILL' },
  { name: 'ingest-2', signal: 'SIGKILL' },
] as const

/** Interval between two kills, so that the service has recovered from the previous one. */
const everyMs = 15_000

/** Kills members one after the other until stopped, and records when each one was killed and recovered. */
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
      // Wait for its exit, because the dying process could still pass the check.
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
        faults.push(`the load ended before ${plan[killed]!.name} was killed: use a longer duration`)
      return { what: 'members killed = back', expected: killed, found: killed - faults.length, faults }
    },
  }
}
