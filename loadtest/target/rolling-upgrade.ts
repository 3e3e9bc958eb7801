import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '#loadtest/evidence/evidence.ts'
import type { Disturbance } from './disturb.ts'
import type { UpgradableMember } from './target.ts'

/**
 * Services to upgrade, in this order. The first one migrates the database, which all others still use with the code of the
 * earlier commit. The two replicas behind the proxy have different code for as long as possible.
 */
const plan = ['ingest-1', 'projections', 'forwarding', 'ingest-2'] as const

/** Time in ms before each upgrade, during which services of both commits work side by side. */
const intervalMs = 10_000

/**
 * Starts upgrading one service after the other, until `stop` is called. Records when each one was upgraded. `time`
 * multiplies the interval between two upgrades.
 */
export function startUpgrading(upgradable: readonly UpgradableMember[], { time }: { time: number }) {
  const disturbances: Disturbance[] = []
  const faults: string[] = []
  const stopping = new AbortController()
  const record = (what: string) => void disturbances.push({ at: Date.now(), what })
  let upgraded = 0

  async function upgradeInTurn(): Promise<void> {
    for (const name of plan) {
      await sleep(intervalMs * time, undefined, { signal: stopping.signal })
      record(`${name} stops`)
      const code = await upgradable.find((one) => one.name === name)!.upgrade()
      if (code !== 0) faults.push(`${name} of the earlier commit exited with ${code ?? 'a signal'}`)
      record(`${name} is upgraded`)
      upgraded += 1
    }
  }

  const finished = upgradeInTurn().catch((error: unknown) => {
    if (!stopping.signal.aborted) faults.push((error as Error).message)
  })
  return {
    disturbances,
    /** Resolves when the last one has ended, or when `stop` was called. */
    finished,
    async stop(): Promise<Finding> {
      stopping.abort()
      await finished
      const tooShort = 'the load ended before all services were upgraded: use a longer duration'
      const isShort = upgraded < plan.length && faults.length === 0
      return {
        what: 'services upgraded',
        expected: plan.length,
        found: upgraded,
        faults: isShort ? [tooShort] : faults,
      }
    },
  }
}
