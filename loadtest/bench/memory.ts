// Measures the peak memory of the service while it stores a million events.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { type Bench, startGenerator, startService } from '#loadtest/bench/load/start-parts.ts'

const connections = 32
const postsPerPlan = 2000

export async function measureMemory(bench: Bench): Promise<Figure[]> {
  const events = bench.quick ? 60_000 : 1_000_000
  const generator = startGenerator()
  const service = await startService(bench, 'memory')
  const startedAt = performance.now()
  for (let sent = 0; sent < events;) {
    const plan = { ports: [service.port], mix: 'ten', posts: postsPerPlan, connections } as const
    sent += (await generator.load(plan)).events
  }
  await service.settled()
  const seconds = (performance.now() - startedAt) / 1000
  const peak = service.peakMemory()
  await Promise.all([generator.stop(), service.stop()])
  if (peak === undefined) return []
  return [
    {
      name: 'peak memory',
      value: peak / 1e6,
      unit: 'MB',
      targets: [{ of: 'value', most: 300 }],
      setting: `resident memory of the whole process over ${events} events in ten-event posts, ${connections} connections, in ${Math.round(seconds)} s`,
    },
  ]
}
