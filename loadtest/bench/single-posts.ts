// Measures the rate of single-event posts, and their p99 response time at a quarter of that rate. Both are compared
// with an app that only validates the posts.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { compareInRounds } from '#loadtest/bench/setup/rounds.ts'
import {
  type Bench,
  portOf,
  startGenerator,
  startService,
  startValidateOnly,
} from '#loadtest/bench/load/start-parts.ts'

const connections = 64

/**
 * Minimum ratio of the service's rate to the yardstick's rate. It is lower for PostgreSQL, which shares two cores with
 * the service and the load generator.
 */
const minRatio = { sqlite: 0.4, postgres: 0.25 }

export async function measureSinglePosts(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [3, 4000] : [5, 12_000]
  const generator = startGenerator()
  const validateOnly = startValidateOnly(bench)
  const service = await startService(bench, 'single-posts')
  const ports = { yardstick: await portOf(validateOnly), subject: service.port }

  async function perSecond(port: number): Promise<number> {
    const { seconds } = await generator.load({ ports: [port], mix: 'start', posts, connections })
    // Wait for the projections of this round, so that they do not slow down the next one.
    await service.settled()
    return posts / seconds
  }
  const rate = await compareInRounds(
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
  const slowest = await compareInRounds(
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
      targets: [{ of: 'ratio', least: minRatio[bench.engine.name] }],
      setting: `${connections} connections, each with one post at a time; ${rounds} rounds of ${posts} posts; stored durably and projected concurrently`,
    },
    {
      name: 'p99 of single posts',
      value: slowest.subject,
      unit: 'ms',
      yardstick: { name: 'ms validate only', value: slowest.yardstick },
      ratio: slowest.ratio,
      targets: [{ of: 'ratio', most: 3 }],
      setting: `${Math.round(quarter)} start posts/s, a quarter of the maximum, measured from their scheduled time; ${rounds} rounds of ${seconds} s`,
    },
  ]
}
