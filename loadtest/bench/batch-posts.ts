// How near does the whole way from HTTP to the log come to putting the same rows into the database and nothing else?
import type { EngineName } from './engines.ts'
import type { Figure } from './figures.ts'
import { takeTurns } from './rounds.ts'
import { type Bench, startGenerator, startService } from './start-parts.ts'
import { type StartedProcess, startProcess } from './start-process.ts'

const connections = 128

const rawInserts: Record<EngineName, { name: string; how: string; least: number }> = {
  sqlite: { name: 'raw inserts/s', how: 'the same rows, table and pragmas, 100 a transaction', least: 0.6 },
  postgres: { name: 'raw unnest/s', how: 'the same rows and table, 100 a statement and commit', least: 0.5 },
}

export async function measureBatchPosts(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [3, 800] : [5, 4000]
  const generator = startGenerator()
  const raw = await startRawInserts(bench)
  const service = await startService(bench, 'batch-posts')

  const rate = await takeTurns(
    rounds,
    async () => {
      const { rows, seconds } = await raw.ask<{ rows: number; seconds: number }>({ posts })
      return rows / seconds
    },
    async () => {
      const plan = { ports: [service.port], mix: 'ten', posts, connections } as const
      const { events, seconds } = await generator.load(plan)
      await service.settled()
      return events / seconds
    },
  )
  await Promise.all([generator.stop(), raw.stop(), service.stop()])
  const { name, how, least } = rawInserts[bench.engine.name]
  return [
    {
      name: 'ten-event posts',
      value: rate.subject,
      unit: 'events/s',
      yardstick: { name, value: rate.yardstick },
      ratio: rate.ratio,
      targets: [{ of: 'ratio', least }],
      setting: `${connections} connections, events of journeys with forms; raw: ${how}; ${rounds} rounds of ${posts * 10} events`,
    },
  ]
}

async function startRawInserts({ engine, folder }: Bench): Promise<StartedProcess> {
  if (engine.name === 'sqlite') return startProcess('loadtest/bench/raw-inserts.ts', { args: [folder] })
  return startProcess('loadtest/bench/raw-unnest.ts', { env: await engine.newDatabase('raw-unnest') })
}
