// Measures the throughput of two ingest processes relative to that of one process, how long an append holds the lock of
// the event log, and the processor time of each part.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { type Buckets, between, plus, quantileOf, readBuckets } from '#loadtest/bench/load/histogram.ts'
import { compareInRounds, median } from '#loadtest/bench/setup/rounds.ts'
import {
  type Bench,
  type Service,
  startGenerator,
  startProcessOf,
  startService,
} from '#loadtest/bench/load/start-parts.ts'

const connections = 128

export async function measureReplicas(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [3, 800] : [7, 2000]
  const generator = startGenerator()
  // As in compose.yaml, the ingest processes have no other role.
  const first = await startService(bench, 'replicas', { ROLES: 'ingest' })
  const second = await startProcessOf(bench, 'replicas-second', first.env)
  const projecting = await startProcessOf(bench, 'replicas-projections', {
    ...first.env,
    ROLES: 'projections',
  })

  const parts: Record<string, () => number | undefined> = {
    ingest: () => (first.processorTime() ?? Number.NaN) + (second.processorTime() ?? Number.NaN),
    projections: projecting.processorTime,
    PostgreSQL: bench.engine.processorTime,
  }
  const used: Used[] = []

  /** Runs one round. Returns events per second and adds the lock times of the round to `held`. */
  async function post(services: Service[], held: Buckets[]): Promise<number> {
    const startedWith = timesOf(parts)
    const before = await lockOf(services)
    const ports = services.map(({ port }) => port)
    const { events, seconds } = await generator.load({ ports, mix: 'ten', posts, connections })
    held.push(between(before, await lockOf(services)))
    await projecting.settled()
    used.push({ events, before: startedWith, after: timesOf(parts) })
    return events / seconds
  }
  const held = { one: [] as Buckets[], two: [] as Buckets[] }
  const rate = await compareInRounds(
    rounds,
    () => post([first], held.one),
    () => post([first, second], held.two),
  )
  await Promise.all([generator, first, second, projecting].map((part) => part.stop()))

  const setting = `${connections} connections, ten-event posts, ${rounds} rounds of ${posts * 10} events, projected concurrently by a separate process`
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
      lockFigure(part, held, `${setting}; from acquiring the lock to the end of the commit`),
    ),
    ...Object.keys(parts).map((part) => processorFigure(part, used)),
  ]
}

/** Processor time of each part in ms, before and after a round. */
interface Used {
  events: number
  before: Record<string, number>
  after: Record<string, number>
}

function timesOf(parts: Record<string, () => number | undefined>): Record<string, number> {
  return Object.fromEntries(Object.entries(parts).map(([name, time]) => [name, time() ?? Number.NaN]))
}

function processorFigure(part: string, used: readonly Used[]): Figure {
  // Exclude the first round of each side, which is a warm-up.
  const perEvent = used
    .slice(2)
    .map(({ events, before, after }) => ((after[part]! - before[part]!) * 1000) / events)
  return {
    name: `processor time, ${part}`,
    value: median(perEvent),
    unit: 'µs/event',
    targets: [],
    setting:
      'all threads or processes of this part; of the same rounds, with one ingest process and with two',
  }
}

async function lockOf(services: Service[]): Promise<Buckets> {
  const all = await Promise.all(services.map(({ get }) => get('/metrics')))
  return all.map((metrics) => readBuckets(metrics, 'formlotse_append_lock_seconds')).reduce(plus)
}

function lockFigure(part: number, held: Record<'one' | 'two', Buckets[]>, setting: string): Figure {
  // Exclude the first round, which is a warm-up.
  const quantileMs = (rounds: Buckets[]) => quantileOf(rounds.slice(1).reduce(plus), part) * 1000
  return {
    name: `append lock held, p${part * 100}`,
    value: quantileMs(held.two),
    unit: 'ms with two',
    yardstick: { name: 'ms with one', value: quantileMs(held.one) },
    targets: [],
    setting,
  }
}
