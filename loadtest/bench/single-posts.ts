// Compares storing single posts with only validating them: requests per second, and p99 at a quarter of that rate.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { takeTurns } from '#loadtest/bench/setup/rounds.ts'
import {
  type Bench,
  portOf,
  startGenerator,
  startService,
  startValidateOnly,
} from '#loadtest/bench/load/start-parts.ts'

const connections = 64

/** PostgreSQL shares the two cores with the service and the generator, so its target is lower. */
const leastRatio = { sqlite: 0.4, postgres: 0.25 }

export async function measureSinglePosts(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [3, 4000] : [5, 12_000]
  const generator = startGenerator()
  const validateOnly = startValidateOnly(bench)
  const service = await startService(bench, 'single-posts')
  const ports = { yardstick: await portOf(validateOnly), subject: service.port }

  async function perSecond(port: number): Promise<number> {
    const { seconds } = await generator.load({ ports: [port], mix: 'start', posts, connections })
    // Postponed projections must not slow down the next round.
    await service.settled()
    return posts / seconds
  }
  const rate = await takeTurns(
    rounds,
    () => perSecond(ports.yardstick),
    () => perSecond(ports.subject),
  )

  const quarter = rate.subject / 4
  const seconds = bench.quick ? 4 : 8
  async function p99(port: number): Promise<number> {
    const plan = {
      ports: [port],
      mix: 'start',
      posts: Math.ceil(quarter * seconds),
      connections,
      rate: quarter,
    } as const
    const result = await generator.load(plan)
    await service.settled()
    return result.p99
  }
  const slowest = await takeTurns(
    rounds,
    () => p99(ports.yardstick),
    () => p99(ports.subject),
  )

  await Promise.all([generator.stop(), validateOnly.stop(), service.stop()])
  return [
    {
      name: 'single start posts',
      value: rate.subject,
      unit: 'posts/s',
      yardstick: { name: 'validate only', value: rate.yardstick },
      ratio: rate.ratio,
      targets: [{ of: 'ratio', least: leastRatio[bench.engine.name] }],
      setting: `${connections} connections, each posts again after its response; ${rounds} rounds of ${posts} posts; stored durably and projected meanwhile`,
    },
    {
      name: 'p99 of single posts',
      value: slowest.subject,
      unit: 'ms',
      yardstick: { name: 'ms validate only', value: slowest.yardstick },
      ratio: slowest.ratio,
      targets: [{ of: 'ratio', most: 5 }],
      setting: `${Math.round(quarter)} start posts/s, a quarter of the maximum, measured from their scheduled time; ${rounds} rounds of ${seconds} s`,
    },
  ]
}
