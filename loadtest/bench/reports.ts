// Measures the response times of reports over 90 days on a store with many runs, relative to a store with few runs.
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
/** Figures whose runs are listed. Some of them count many runs, some few, and one counts none. */
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

interface Measurement {
  /** Report paths, requested one after the other; the paths of a nested array are requested concurrently. */
  paths: readonly (string | readonly string[])[]
  maxMs: number
  /** True if the response time must not depend on the number of runs. */
  constantTime?: boolean
}

const ofFunnel = 'funnel=anmeldung'
/** Measurements by the name under which they are reported. */
const measurements: Record<string, Measurement> = {
  'drop-off': { paths: [`drop-off?${ofFunnel}`], maxMs: 30, constantTime: true },
  'drop-off of a campaign': {
    paths: campaigns.map(({ campaign }) => `drop-off?${ofFunnel}&campaign=${campaign}`),
    maxMs: 30,
    constantTime: true,
  },
  'drop-off of a device': {
    paths: devices.map((device) => `drop-off?${ofFunnel}&device=${device}`),
    maxMs: 30,
    constantTime: true,
  },
  attribution: {
    paths: models.flatMap((model) => dimensions.map((by) => `attribution?model=${model}&by=${by}`)),
    maxMs: 30,
    constantTime: true,
  },
  'five models': {
    paths: [...dimensions.map((by) => `by=${by}`), 'by=campaign&source=google'].map(
      (what) => `attribution/models?${what}`,
    ),
    maxMs: 100,
  },
  overview: { paths: ['overview?'], maxMs: 100 },
  live: { paths: ['live'], maxMs: 100 },
  trend: { paths: [`drop-off/trend?${ofFunnel}`], maxMs: 100 },
  breakdown: { paths: segments.map((by) => `drop-off/breakdown?funnel=abmeldung&by=${by}`), maxMs: 100 },
  fields: { paths: [`drop-off/fields?${ofFunnel}`], maxMs: 100 },
  'runs behind a figure': {
    paths: figures.map((figure) => `runs?${ofFunnel}&figure=${figure}`),
    maxMs: 100,
  },
  'runs of a campaign behind a figure': {
    paths: figures.map((figure) => `runs?${ofFunnel}&figure=${figure}&device=tablet&campaign=kampagne-7`),
    maxMs: 100,
  },
  orders: { paths: ['orders?'], maxMs: 100 },
  quality: { paths: ['quality?'], maxMs: 100 },
  'the page of the drop-off': {
    paths: devices.map((device) =>
      ['drop-off?', 'drop-off/trend?', 'drop-off/breakdown?by=source&', 'drop-off/fields?'].map(
        (report) => `${report}${ofFunnel}&device=${device}`,
      ),
    ),
    maxMs: 300,
  },
}

export async function measureReports(bench: Bench): Promise<Figure[]> {
  const [few, many] = bench.quick ? [10_000, 100_000] : [100_000, 1_000_000]
  const until = Date.now()
  const from = until - (days - 1) * day
  const filler = startProcess('loadtest/bench/setup/fill-runs.ts')
  const open = async (name: string, runs: number) => {
    const service = await startService(bench, name)
    await filler.request({ env: service.env, runs, from, until } satisfies Fill)
    return service
  }
  const services = { few: await open('reports-few', few), many: await open('reports-many', many) }
  await filler.stop()

  const range = `&from=${dayOf(from)}&to=${dayOf(until)}`
  const measured: Figure[] = []
  for (const [name, { paths, maxMs, constantTime = false }] of Object.entries(measurements)) {
    const repetitions = bench.quick ? 40 : constantTime ? 200 : 100
    const times = { few: [] as number[], many: [] as number[] }
    for (let turn = 0; turn < repetitions; turn++) {
      const reports = [paths[turn % paths.length]!].flat()
      const urls = reports.map((report) => `/api/reports/${report}${report.includes('?') ? range : ''}`)
      times.few.push(await timeOf(services.few, urls))
      times.many.push(await timeOf(services.many, urls))
    }
    measured.push({
      name: `${name}, ${many.toLocaleString('en')} runs`,
      value: percentile(times.many, 95),
      unit: 'ms p95',
      yardstick: { name: `ms for ${few.toLocaleString('en')}`, value: percentile(times.few, 95) },
      ratio: median(times.many) / median(times.few),
      targets: [{ of: 'value', most: maxMs }, ...(constantTime ? [{ of: 'ratio' as const, most: 1.5 }] : [])],
      setting: `over HTTP, ${days} days, ${devices.length} devices × ${campaigns.length} campaigns, ${describeRequests(paths.length, repetitions)}; p50 ${median(times.many).toFixed(1)} ms; ratio of the medians`,
    })
  }
  await Promise.all([services.few.stop(), services.many.stop()])
  return measured
}

function describeRequests(paths: number, repetitions: number): string {
  return `${paths === 1 ? 'one request' : `${paths} requests in turn`}, ${repetitions} times, alternating with the smaller store`
}

/** Requests all URLs concurrently. Returns the time in ms until all responses have arrived. */
async function timeOf(service: Service, urls: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(urls.map((url) => service.get(url)))
  return performance.now() - startedAt
}
