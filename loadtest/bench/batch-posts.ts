// How near does the whole way from HTTP to the log come to putting the same rows into SQLite and nothing else?
import type { Figure } from './figures.ts'
import { takeTurns } from './rounds.ts'
import { type Bench, startGenerator, startService } from './start-parts.ts'
import { startProcess } from './start-process.ts'

const connections = 128

export async function measureBatchPosts(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [3, 800] : [5, 4000]
  const generator = startGenerator()
  const rawInserts = startProcess('loadtest/bench/raw-inserts.ts', { args: [bench.folder] })
  const service = await startService(bench, 'batch-posts')

  const rate = await takeTurns(
    rounds,
    async () => {
      const { rows, seconds } = await rawInserts.ask<{ rows: number; seconds: number }>({ posts })
      return rows / seconds
    },
    async () => {
      const { events, seconds } = await generator.load({ port: service.port, mix: 'ten', posts, connections })
      await service.settled()
      return events / seconds
    },
  )
  await Promise.all([generator.stop(), rawInserts.stop(), service.stop()])
  return [
    {
      name: 'ten-event posts',
      value: rate.subject,
      unit: 'events/s',
      yardstick: { name: 'raw inserts/s', value: rate.yardstick },
      ratio: rate.ratio,
      targets: [{ of: 'ratio', least: 0.6 }],
      setting: `${connections} connections, events of journeys with forms; raw: the same rows, table and pragmas, 100 a transaction; ${rounds} rounds of ${posts * 10} events`,
    },
  ]
}
