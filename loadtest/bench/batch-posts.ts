// How near does the whole way from HTTP to the log come to putting the same rows into the database and nothing else?
import type { EngineName } from './engines.ts'
import type { Figure } from './figures.ts'
import { takeTurns } from './rounds.ts'
import { type Bench, portOf, startGenerator, startService, startValidateOnly } from './start-parts.ts'
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

  async function rawPerSecond(): Promise<number> {
    const { rows, seconds } = await raw.ask<{ rows: number; seconds: number }>({ posts })
    return rows / seconds
  }
  async function perSecond(port: number): Promise<number> {
    const { events, seconds } = await generator.load({ ports: [port], mix: 'ten', posts, connections })
    return events / seconds
  }
  const rate = await takeTurns(rounds, rawPerSecond, async () => {
    const stored = await perSecond(service.port)
    await service.settled()
    return stored
  })
  await service.stop()

  // What is left of the raw rate by HTTP, JSON and the checks alone: no store could bring the figure above it.
  const validateOnly = startValidateOnly(bench)
  const validatePort = await portOf(validateOnly)
  const ceiling = await takeTurns(rounds, rawPerSecond, () => perSecond(validatePort))
  await Promise.all([generator.stop(), raw.stop(), validateOnly.stop()])
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
    {
      name: 'the same, only checked',
      value: ceiling.subject,
      unit: 'events/s',
      yardstick: { name, value: ceiling.yardstick },
      ratio: ceiling.ratio,
      targets: [],
      setting:
        'the same posts to the same app, which stores nothing: what a store that costs nothing would reach',
    },
  ]
}

async function startRawInserts({ engine, folder }: Bench): Promise<StartedProcess> {
  if (engine.name === 'sqlite') return startProcess('loadtest/bench/raw-inserts.ts', { args: [folder] })
  return startProcess('loadtest/bench/raw-unnest.ts', { env: await engine.newDatabase('raw-unnest') })
}
