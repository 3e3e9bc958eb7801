import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '#loadtest/evidence/evidence.ts'
import { disturbInTurn } from './in-turn.ts'
import type { KillableMember } from './target.ts'

/**
 * Members of the stack to kill, in this order. SIGQUIT makes PostgreSQL shut down at once, without flushing its
 * buffers. The next start then recovers from the WAL.
 */
const plan = [
  { name: 'ingest-1', signal: 'SIGKILL' },
  { name: 'postgres', signal: 'SIGQUIT' },
  { name: 'projections', signal: 'SIGKILL' },
  { name: 'forwarding', signal: 'SIGKILL' },
  { name: 'ingest-2', signal: 'SIGKILL' },
] as const

/** Interval between two kills, in ms. The service recovers from the previous kill during this time. */
const killIntervalMs = 15_000

/**
 * Starts killing each member once, one after the other, until `stop` is called. Records when each member was killed and
 * when it was ready again. `time` multiplies the interval between two kills.
 */
export function startDisturbing(killable: readonly KillableMember[], { time }: { time: number }) {
  let killed = 0
  const { disturbances, faults, finished, end } = disturbInTurn(async (turns) => {
    for (const { name, signal } of plan) {
      await turns.pause(killIntervalMs * time)
      const member = killable.find((one) => one.name === name)!
      member.kill(signal)
      turns.record(`${name} killed`)
      killed += 1
      // Give the process time to exit. Until then, it could still pass the readiness check.
      await sleep(200)
      await member.untilReady().then(
        () => turns.record(`${name} is back`),
        () => turns.faults.push(`${name} did not come back`),
      )
    }
  })
  return {
    disturbances,
    finished,
    async stop(): Promise<Finding> {
      await end()
      const found = killed - faults.length
      const tooShort = `the load ended before ${plan[killed]?.name} was killed: use a longer duration`
      return {
        what: 'members killed = back',
        expected: killed,
        found,
        faults: killed < 2 ? [...faults, tooShort] : faults,
      }
    },
  }
}
