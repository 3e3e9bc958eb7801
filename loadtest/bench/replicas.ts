// Does a second ingest process cost anything, and how long does an append keep the others waiting?
import type { Figure } from './figures.ts'
import { type Buckets, between, plus, quantileOf, readBuckets } from './histogram.ts'
import { takeTurns } from './rounds.ts'
import { type Bench, type Service, startGenerator, startProcessOf, startService } from './start-parts.ts'

const connections = 128

export async function measureReplicas(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [3, 800] : [7, 2000]
  const generator = startGenerator()
  // As in compose.yaml: processes that take events do nothing else.
  const first = await startService(bench, 'replicas', { ROLES: 'ingest' })
  const second = await startProcessOf(bench, 'replicas-second', first.env)
  const projecting = await startProcessOf(bench, 'replicas-projections', {
    ...first.env,
    ROLES: 'projections',
  })

  /** Events a second. What the locks were held goes to `held`, a round an entry. */
  async function post(services: Service[], held: Buckets[]): Promise<number> {
    const before = await lockOf(services)
    const ports = services.map(({ port }) => port)
    const { events, seconds } = await generator.load({ ports, mix: 'ten', posts, connections })
    held.push(between(before, await lockOf(services)))
    await projecting.settled()
    return events / seconds
  }
  const held = { one: [] as Buckets[], two: [] as Buckets[] }
  const rate = await takeTurns(
    rounds,
    () => post([first], held.one),
    () => post([first, second], held.two),
  )
  await Promise.all([generator, first, second, projecting].map((part) => part.stop()))

  const setting = `${connections} connections, ten-event posts, ${rounds} rounds of ${posts * 10} events, projected meanwhile by a process of its own`
  return [
    {
      name: 'two ingest processes',
      value: rate.subject,
      unit: 'events/s',
      yardstick: { name: 'events/s by one', value: rate.yardstick },
      ratio: rate.ratio,
      targets: [{ of: 'ratio', least: 1 }],
      setting: `${setting}; connections spread over both`,
    },
    ...[0.5, 0.99].map((part) =>
      lockFigure(part, held, `${setting}; from the lock's answer to the commit's`),
    ),
  ]
}

async function lockOf(services: Service[]): Promise<Buckets> {
  const all = await Promise.all(services.map(({ get }) => get('/metrics')))
  return all.map((metrics) => readBuckets(metrics, 'formlotse_append_lock_seconds')).reduce(plus)
}

function lockFigure(part: number, held: Record<'one' | 'two', Buckets[]>, setting: string): Figure {
  // The first round of each warms up, as it does for the rates.
  const msOf = (rounds: Buckets[]) => quantileOf(rounds.slice(1).reduce(plus), part) * 1000
  return {
    name: `append lock held, p${part * 100}`,
    value: msOf(held.two),
    unit: 'ms by two',
    yardstick: { name: 'ms by one', value: msOf(held.one) },
    targets: [],
    setting,
  }
}
