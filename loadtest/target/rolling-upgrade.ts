import type { Finding } from '#loadtest/evidence/evidence.ts'
import { disturbInTurn } from './in-turn.ts'
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
  let upgraded = 0
  const { disturbances, faults, finished, end } = disturbInTurn(async (turns) => {
    for (const name of plan) {
      await turns.pause(intervalMs * time)
      turns.record(`${name} stops`)
      const code = await upgradable.find((one) => one.name === name)!.upgrade()
      if (code !== 0) turns.faults.push(`${name} of the earlier commit exited with ${code ?? 'a signal'}`)
      turns.record(`${name} is upgraded`)
      upgraded += 1
    }
  })
  return {
    disturbances,
    finished,
    async stop(): Promise<Finding> {
      await end()
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
