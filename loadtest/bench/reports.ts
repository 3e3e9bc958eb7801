// Measures reports over 90 days, and compares a store of many runs with one of few.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import type { Fill } from '#loadtest/bench/setup/fill-runs.ts'
import { devices } from '#domain/limits.ts'
import { campaigns } from '#loadtest/bench/setup/invent-runs.ts'
import { median, percentile } from '#loadtest/bench/setup/rounds.ts'
import { type Bench, type Service, startService } from '#loadtest/bench/load/start-parts.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'

const days = 90
const day = 24 * 3600 * 1000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

const models = ['first', 'last', 'linear', 'position', 'decay']
const dimensions = ['source', 'medium', 'campaign', 'content', 'term']
const segments = ['device', 'source', 'medium', 'campaign', 'reason']
/** Frequent and rare figures, and one without runs. */
const figures = [
  'runs',
  'completed',
  'lost:3',
  'recovered',
  'withdrawn',
  'gaveUp:3:iban:checksum',
  'tracking:Firefox',
  'invalid:2:strasse:tooLong',
]

interface Question {
  /** Paths requested in turn; those within one entry are requested concurrently. */
  places: readonly (string | readonly string[])[]
  most: number
  /** Whether the cost must not depend on the number of runs. */
  level?: boolean
}

const ofFunnel = 'funnel=anmeldung'
/** The requests by the name of their figure. */
const questions: Record<string, Question> = {
  'drop-off': { places: [`drop-off?${ofFunnel}`], most: 30, level: true },
  'drop-off of a campaign': {
    places: campaigns.map(({ campaign }) => `drop-off?${ofFunnel}&campaign=${campaign}`),
    most: 30,
    level: true,
  },
  'drop-off of a device': {
    places: devices.map((device) => `drop-off?${ofFunnel}&device=${device}`),
    most: 30,
    level: true,
  },
  attribution: {
    places: models.flatMap((model) => dimensions.map((by) => `attribution?model=${model}&by=${by}`)),
    most: 30,
    level: true,
  },
  'five models': {
    places: [...dimensions.map((by) => `by=${by}`), 'by=campaign&source=google'].map(
      (what) => `attribution/models?${what}`,
    ),
    most: 100,
  },
  overview: { places: ['overview?'], most: 100 },
  live: { places: ['live'], most: 100 },
  trend: { places: [`drop-off/trend?${ofFunnel}`], most: 100 },
  breakdown: { places: segments.map((by) => `drop-off/breakdown?funnel=abmeldung&by=${by}`), most: 100 },
  fields: { places: [`drop-off/fields?${ofFunnel}`], most: 100 },
  'runs behind a figure': {
    places: figures.map((figure) => `runs?${ofFunnel}&figure=${figure}`),
    most: 100,
  },
  'runs of a campaign behind a figure': {
    places: figures.map((figure) => `runs?${ofFunnel}&figure=${figure}&device=tablet&campaign=kampagne-7`),
    most: 100,
  },
  orders: { places: ['orders?'], most: 100 },
  quality: { places: ['quality?'], most: 100 },
  'the page of the drop-off': {
    places: devices.map((device) =>
      ['drop-off?', 'drop-off/trend?', 'drop-off/breakdown?by=source&', 'drop-off/fields?'].map(
        (report) => `${report}${ofFunnel}&device=${device}`,
      ),
    ),
    most: 300,
  },
}

export async function measureReports(bench: Bench): Promise<Figure[]> {
  const [few, many] = bench.quick ? [10_000, 100_000] : [100_000, 1_000_000]
  const until = Date.now()
  const from = until - (days - 1) * day
  const filler = startProcess('loadtest/bench/setup/fill-runs.ts')
  const open = async (name: string, runs: number) => {
    const service = await startService(bench, name)
    await filler.ask({ env: service.env, runs, from, until } satisfies Fill)
    return service
  }
  const services = { few: await open('reports-few', few), many: await open('reports-many', many) }
  await filler.stop()

  const range = `&from=${dayOf(from)}&to=${dayOf(until)}`
  const answered: Figure[] = []
  for (const [name, { places, most, level = false }] of Object.entries(questions)) {
    const asked = bench.quick ? 40 : level ? 200 : 100
    const times = { few: [] as number[], many: [] as number[] }
    for (let turn = 0; turn < asked; turn++) {
      const reports = [places[turn % places.length]!].flat()
      const paths = reports.map((report) => `/api/reports/${report}${report.includes('?') ? range : ''}`)
      times.few.push(await timeOf(services.few, paths))
      times.many.push(await timeOf(services.many, paths))
    }
    answered.push({
      name: `${name}, ${many.toLocaleString('en')} runs`,
      value: percentile(times.many, 95),
      unit: 'ms p95',
      yardstick: { name: `ms for ${few.toLocaleString('en')}`, value: percentile(times.few, 95) },
      ratio: median(times.many) / median(times.few),
      targets: [{ of: 'value', most }, ...(level ? [{ of: 'ratio' as const, most: 1.5 }] : [])],
      setting: `over HTTP, ${days} days, ${devices.length} devices × ${campaigns.length} campaigns, ${describeTurns(places.length, asked)}; p50 ${median(times.many).toFixed(1)} ms; ratio of the medians`,
    })
  }
  await Promise.all([services.few.stop(), services.many.stop()])
  return answered
}

function describeTurns(places: number, asked: number): string {
  return `${places === 1 ? 'one request' : `${places} requests in turn`}, ${asked} times, alternating with the smaller store`
}

async function timeOf(service: Service, paths: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(paths.map((where) => service.get(where)))
  return performance.now() - startedAt
}
