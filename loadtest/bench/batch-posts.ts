// Measures how fast posts of ten events each are stored, from the request to the commit. The yardstick is a program
// that inserts the same rows directly.
import { nodeFlags, nodeVariables } from '#tools/stack/node-flags.ts'
import type { EngineName } from '#loadtest/bench/setup/engines.ts'
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { compareInRounds } from '#loadtest/bench/setup/rounds.ts'
import {
  type Bench,
  portOf,
  startGenerator,
  startService,
  startValidateOnly,
} from '#loadtest/bench/load/start-parts.ts'
import { type StartedProcess, startProcess } from '#loadtest/bench/setup/start-process.ts'

const connections = 128

const rawInserts: Record<EngineName, { name: string; method: string; least: number }> = {
  sqlite: {
    name: 'raw inserts/s',
    method: 'the same rows, table and pragmas, 100 per transaction',
    least: 0.6,
  },
  postgres: {
    name: 'raw unnest/s',
    method: 'the same rows and table, 100 per statement and commit',
    least: 0.5,
  },
}

export async function measureBatchPosts(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [3, 800] : [5, 4000]
  const generator = startGenerator()
  const raw = await startRawInserts(bench)
  const service = await startService(bench, 'batch-posts')

  async function rowsPerSecond(writer: StartedProcess): Promise<number> {
    const { rows, seconds } = await writer.request<{ rows: number; seconds: number }>({ posts })
    return rows / seconds
  }
  const rawPerSecond = () => rowsPerSecond(raw)
  async function perSecond(port: number): Promise<number> {
    const { events, seconds } = await generator.load({ ports: [port], mix: 'ten', posts, connections })
    return events / seconds
  }
  const rate = await compareInRounds(rounds, rawPerSecond, async () => {
    const stored = await perSecond(service.port)
    await service.settled()
    return stored
  })
  await service.stop()

  // Measure appending and validation separately. Each rate is an upper bound for the rate of both together.
  const appendOnly = await startAppendOnly(bench)
  const appended = await compareInRounds(rounds, rawPerSecond, () => rowsPerSecond(appendOnly))
  await appendOnly.stop()
  const validateOnly = startValidateOnly(bench)
  const validatePort = await portOf(validateOnly)
  const checked = await compareInRounds(rounds, rawPerSecond, () => perSecond(validatePort))
  await Promise.all([generator.stop(), raw.stop(), validateOnly.stop()])
  const { name, method, least } = rawInserts[bench.engine.name]
  return [
    {
      name: 'ten-event posts',
      value: rate.subject,
      unit: 'events/s',
      yardstick: { name, value: rate.yardstick },
      ratio: rate.ratio,
      targets: [{ of: 'ratio', least }],
      setting: `${connections} connections, events of journeys with forms; raw: ${method}; ${rounds} rounds of ${posts * 10} events`,
    },
    {
      name: 'the same, only validated',
      value: checked.subject,
      unit: 'events/s',
      yardstick: { name, value: checked.yardstick },
      ratio: checked.ratio,
      targets: [],
      setting: 'the same posts to the same app without storing them: the upper bound if storing cost nothing',
    },
    {
      name: 'the same, only appended',
      value: appended.subject,
      unit: 'events/s',
      yardstick: { name, value: appended.yardstick },
      ratio: appended.ratio,
      targets: [],
      setting:
        'the same events, parsed and validated in advance, appended to the same store in batches of 500: the upper bound if HTTP and validation cost nothing',
    },
  ]
}

export async function startAppendOnly({ engine, folder }: Bench): Promise<StartedProcess> {
  const database = await engine.newDatabase('append-only')
  return startProcess('loadtest/bench/append-only.ts', {
    args: [folder],
    env: { ...nodeVariables(), ...database },
    execArgv: nodeFlags(),
  })
}

async function startRawInserts({ engine, folder }: Bench): Promise<StartedProcess> {
  if (engine.name === 'sqlite') return startProcess('loadtest/bench/raw-inserts.ts', { args: [folder] })
  return startProcess('loadtest/bench/raw-unnest.ts', { env: await engine.newDatabase('raw-unnest') })
}
