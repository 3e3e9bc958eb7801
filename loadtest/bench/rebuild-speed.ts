// Measures the rate at which projections are rebuilt, relative to the rate at which the same events were ingested.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { median } from '#loadtest/bench/setup/rounds.ts'
import { type Bench, startGenerator, startService } from '#loadtest/bench/load/start-parts.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'

const connections = 64

export async function measureRebuild(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [1, 8000] : [3, 40_000]
  const generator = startGenerator()
  const service = await startService(bench, 'rebuild')
  const plan = { ports: [service.port], mix: 'journeys', posts, connections } as const
  const { events, seconds } = await generator.load(plan)
  await service.settled()
  await Promise.all([generator.stop(), service.stop()])
  const ingested = events / seconds

  const rebuilt: number[] = []
  for (let round = 0; round < rounds; round++) {
    const rebuild = startProcess('service/commands/rebuild-projections.ts', {
      env: service.env,
      execArgv: bench.profile ? ['--cpu-prof', `--cpu-prof-dir=${bench.profile}/rebuild-command`] : [],
    })
    const [, count, took] = await rebuild.waitForOutput(/Rebuilt (\d+) events in ([\d.]+) s/)
    await rebuild.ended
    rebuilt.push(Number(count) / Number(took))
  }
  const value = median(rebuilt)
  return [
    {
      name: 'rebuild',
      value,
      unit: 'events/s',
      yardstick: { name: 'ingested/s', value: ingested },
      ratio: value / ingested,
      targets: [{ of: 'ratio', least: 5 }],
      setting: `${events} events of journeys in ${posts} posts over ${connections} connections, then \`npm run projections:rebuild\`, ${rounds} times`,
    },
  ]
}
