// Measures the processor time that the service and its database server use per event, per post and per message. It
// includes the projections. Unlike a rate, it hardly depends on the load generator and on other programs. With
// `--against`, another commit is the yardstick, in alternating rounds.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mix } from '#loadtest/bench/load/mixes.ts'
import { type Bench, type Service, startGenerator, startService } from '#loadtest/bench/load/start-parts.ts'
import { startWaitingMessages } from '#loadtest/bench/load/waiting-messages.ts'
import type { EngineName } from '#loadtest/bench/setup/engines.ts'
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { compareInRounds, median } from '#loadtest/bench/setup/rounds.ts'

interface Measurement {
  /** What is processed. */
  name: string
  /** The unit of work by which the time is divided. */
  per: 'event' | 'post' | 'message'
  /** Maximum ratio to the time of the other commit. */
  maxRatio: Record<EngineName, number>
  setting: string
  /** Starts the service of this work tree, or of the one in `tree`. */
  start: (bench: Bench, name: string, tree?: string) => Promise<Side>
}

/** A running service of one commit. */
interface Side {
  /** Runs a round and returns the processor time per unit of work in µs. */
  round: () => Promise<number>
  stop: () => Promise<void>
}

const measurements: readonly Measurement[] = [
  {
    name: 'ten-event posts',
    per: 'event',
    maxRatio: { sqlite: 0.7, postgres: 0.8 },
    setting: '2,000 posts per round (500 with --quick), 128 connections',
    start: startPosts({ mix: 'ten', per: 'events', posts: 2000, connections: 128 }),
  },
  {
    name: 'single start posts',
    per: 'post',
    maxRatio: { sqlite: 0.8, postgres: 0.8 },
    setting: '8,000 posts per round (2,000 with --quick), 64 connections',
    start: startPosts({ mix: 'start', per: 'posts', posts: 8000, connections: 64 }),
  },
  {
    name: 'deliveries',
    per: 'message',
    maxRatio: { sqlite: 0.7, postgres: 0.7 },
    setting:
      'messages of 4,000 posts per round (1,000 with --quick), from the stored event to the stored attempt',
    start: startDeliveries,
  },
]

export async function measureProcessorTimes(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const measurement of measurements) figures.push(await measure(bench, measurement))
  return figures
}

async function measure(bench: Bench, { name, per, maxRatio, setting, start }: Measurement): Promise<Figure> {
  const rounds = bench.quick ? 3 : 5
  const { against } = bench
  const own = await start(bench, name.replaceAll(' ', '-'))
  const other = against && (await start(bench, `${name.replaceAll(' ', '-')}-other`, against.tree))
  const figure: Figure = {
    name: `processor time, ${name}`,
    value: 0,
    unit: `µs/${per}`,
    targets: [],
    setting: `${setting}; all threads of the service${bench.engine.name === 'postgres' ? ' and all processes of PostgreSQL' : ''}; ${rounds} rounds`,
  }
  if (against && other) {
    const { subject, yardstick, ratio } = await compareInRounds(rounds, other.round, own.round)
    figure.value = subject
    figure.yardstick = { name: `µs at ${against.name}`, value: yardstick }
    figure.ratio = ratio
    figure.targets = [{ of: 'ratio', most: maxRatio[bench.engine.name] }]
  } else {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) times.push(await own.round())
    // The first round is a warm-up.
    figure.value = median(times.slice(1))
  }
  await Promise.all([own.stop(), other?.stop()])
  return figure
}

function startPosts({
  mix,
  per,
  posts,
  connections,
}: {
  mix: Mix
  per: 'events' | 'posts'
  posts: number
  connections: number
}): Measurement['start'] {
  return async (bench, name, tree) => {
    const service = await startService(bench, name, {}, tree)
    const generator = startGenerator(tree)
    const plan = { ports: [service.port], mix, posts: bench.quick ? posts / 4 : posts, connections }
    return {
      round: () =>
        microsecondsPer(bench, service, async () => {
          const sent = await generator.load(plan)
          await service.settled()
          return sent[per]
        }),
      stop: async () => void (await Promise.all([generator.stop(), service.stop()])),
    }
  }
}

async function startDeliveries(bench: Bench, name: string, tree?: string): Promise<Side> {
  const posts = bench.quick ? 1000 : 4000
  const messages = await startWaitingMessages(bench, { name, posts, ...(tree !== undefined && { tree }) })
  return {
    async round() {
      const count = await messages.enqueue()
      return microsecondsPer(bench, messages.service, async () => {
        await messages.deliver(count)
        // The last attempts are stored after the receiver has responded.
        await sleep(500)
        return count
      })
    },
    stop: messages.stop,
  }
}

/** Does some work, which resolves with its number of units. Returns the processor time per unit in µs. */
async function microsecondsPer(
  { engine }: Bench,
  service: Service,
  work: () => Promise<number>,
): Promise<number> {
  const total = () => (service.processorTime() ?? Number.NaN) + (engine.processorTime() ?? Number.NaN)
  const before = total()
  const units = await work()
  return ((total() - before) * 1000) / units
}
