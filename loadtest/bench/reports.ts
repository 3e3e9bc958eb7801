// Do reports over 90 days stay fast, and do they cost the same whether they are about many runs or few?
import type { Figure } from './figures.ts'
import type { Fill } from './fill-runs.ts'
import { campaigns, devices } from './invent-runs.ts'
import { median, percentile } from './rounds.ts'
import { type Bench, type Service, startService } from './start-parts.ts'
import { startProcess } from './start-process.ts'

const days = 90
const day = 24 * 3600 * 1000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

const models = ['first', 'last', 'linear', 'position', 'decay']
const dimensions = ['source', 'medium', 'campaign', 'content', 'term']

/** What is asked, by the name of its figure; each in turn. */
const questions: Record<string, readonly string[]> = {
  'drop-off': ['drop-off?funnel=anmeldung'],
  'drop-off of a campaign': campaigns.map(({ campaign }) => `drop-off?funnel=anmeldung&campaign=${campaign}`),
  'drop-off of a device': devices.map((device) => `drop-off?funnel=anmeldung&device=${device}`),
  attribution: models.flatMap((model) => dimensions.map((by) => `attribution?model=${model}&by=${by}`)),
}

export async function measureReports(bench: Bench): Promise<Figure[]> {
  const [few, many] = bench.quick ? [10_000, 100_000] : [100_000, 1_000_000]
  const asked = bench.quick ? 50 : 200
  const until = Date.now() - day
  const from = until - (days - 1) * day
  const filler = startProcess('loadtest/bench/fill-runs.ts')
  const open = async (name: string, runs: number) => {
    const service = await startService(bench, name)
    await filler.ask({ env: service.env, runs, from, days: days - 1 } satisfies Fill)
    return service
  }
  const services = { few: await open('reports-few', few), many: await open('reports-many', many) }
  await filler.stop()

  const range = `&from=${dayOf(from)}&to=${dayOf(until)}`
  const figures: Figure[] = []
  for (const [name, places] of Object.entries(questions)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let turn = 0; turn < asked; turn++) {
      const where = `/api/reports/${places[turn % places.length]}${range}`
      times.few.push(await timeOf(services.few, where))
      times.many.push(await timeOf(services.many, where))
    }
    figures.push({
      name: `${name}, ${many.toLocaleString('en')} runs`,
      value: percentile(times.many, 95),
      unit: 'ms p95',
      yardstick: { name: `ms for ${few.toLocaleString('en')}`, value: percentile(times.few, 95) },
      ratio: median(times.many) / median(times.few),
      targets: [
        { of: 'value', most: 30 },
        { of: 'ratio', most: 1.5 },
      ],
      setting: `over HTTP, ${days} days, ${devices.length} devices × ${campaigns.length} campaigns, asked ${asked} times in turn with the smaller store; ratio of the medians`,
    })
  }
  await Promise.all([services.few.stop(), services.many.stop()])
  return figures
}

async function timeOf(service: Service, where: string): Promise<number> {
  const startedAt = performance.now()
  await service.get(where)
  return performance.now() - startedAt
}
