import type { Failover } from '#loadtest/evidence/check-outages.ts'
import type { Finding } from '#loadtest/evidence/evidence.ts'
import type { ClusterNode } from '#tools/stack/ha/start-cluster.ts'
import { disturbInTurn } from './in-turn.ts'

/** Time in ms before each failover, and for which the new primary works before the old one may come back. */
const calmMs = 10_000
const pollMs = 200
/** Maximum time in ms until another node is the primary, and until all nodes work again. */
const waitMs = 90_000

interface Step {
  name: string
  begin: (primary: ClusterNode) => void
  end?: (former: ClusterNode) => void
}

const steps: readonly Step[] = [
  { name: 'killed', begin: (primary) => primary.killPostgres() },
  {
    name: 'partitioned away',
    begin: (primary) => primary.partition(),
    end: (former) => former.heal(),
  },
  // The call returns after the switch-over, whose result is awaited like that of the other steps.
  {
    name: 'switched over',
    begin: (primary) => void primary.ask('switchover', { leader: primary.name }),
  },
]

/**
 * Kills the primary, partitions it away and switches over, one after the other, until `stop` is called. After each
 * failover, waits until all nodes work again.
 */
export function startFailovers(nodes: readonly ClusterNode[]) {
  const failovers: Failover[] = []
  const { disturbances, faults, finished, end } = disturbInTurn(async ({ record, pause }) => {
    async function poll<Found>(find: () => Promise<Found | undefined>, what: string): Promise<Found> {
      const deadline = Date.now() + waitMs
      while (Date.now() < deadline) {
        const found = await find()
        if (found !== undefined) return found
        await pause(pollMs)
      }
      throw new Error(`${what} within ${waitMs / 1000} s`)
    }

    async function failOver({ name, begin, end: heal }: Step): Promise<void> {
      await pause(calmMs)
      const primary = await poll(() => findPrimary(nodes), 'no node was the primary')
      const what = `${primary.name} ${name}`
      const beganAt = record(what)
      begin(primary)
      try {
        const others = nodes.filter((node) => node !== primary)
        const next = await poll(() => findPrimary(others), `${what}: no other node became the primary`)
        failovers.push({ what, beganAt, promotedAt: record(`${next.name} is the primary`) })
        await pause(calmMs)
      } finally {
        heal?.(primary)
      }
      await poll(() => allWork(nodes), `${what}: not all nodes came back`)
      record('all nodes work')
    }

    for (const step of steps) await failOver(step)
  })
  return {
    disturbances,
    failovers,
    finished,
    async stop(): Promise<Finding> {
      await end()
      const tooShort = 'the load ended before all failovers: use a longer duration'
      const missing = failovers.length < steps.length && faults.length === 0
      return {
        what: 'failovers',
        expected: steps.length,
        found: failovers.length,
        faults: missing ? [tooShort] : faults,
      }
    },
  }
}

async function findPrimary(nodes: readonly ClusterNode[]): Promise<ClusterNode | undefined> {
  const statuses = await Promise.all(nodes.map((node) => node.ask('primary')))
  return nodes[statuses.indexOf(200)]
}

/** Returns true if one node is the primary, one is its synchronous standby, and all are ready. */
async function allWork(nodes: readonly ClusterNode[]): Promise<true | undefined> {
  const [primary, synchronous, ...ready] = await Promise.all([
    findPrimary(nodes),
    Promise.all(nodes.map((node) => node.ask('sync'))).then((statuses) => statuses.includes(200)),
    ...nodes.map((node) => node.ask('readiness')),
  ])
  return primary && synchronous && ready.every((status) => status === 200) ? true : undefined
}
