// Measures the memory of the service while it stores a million events and afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { type Bench, startGenerator, startService } from '#loadtest/bench/load/start-parts.ts'

const connections = 32
const postsPerPlan = 2000
const minutesAfter = 5

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
  await generator.stop()
  await sleep(minutesAfter * 60_000)
  const memory = service.memory()
  await service.stop()
  if (memory === undefined) return []
  const resident = 'resident memory of the whole process'
  return [
    {
      name: 'peak memory',
      value: memory.peak / 1e6,
      unit: 'MB',
      targets: [{ of: 'value', most: 250 }],
      setting: `${resident} over ${events} events in ten-event posts, ${connections} connections, in ${Math.round(seconds)} s`,
    },
    {
      name: 'memory afterwards',
      value: memory.now / 1e6,
      unit: 'MB',
      targets: [{ of: 'value', most: 150 }],
      setting: `${resident} ${minutesAfter} minutes later, without requests`,
    },
  ]
}
