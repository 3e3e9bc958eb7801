// Measures the response times of reports over 90 days on a store with many runs, relative to a store with few runs.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import type { Fill } from '#loadtest/bench/setup/fill-runs.ts'
import { devices } from '#domain/limits.ts'
import { campaigns } from '#loadtest/bench/setup/invent-runs.ts'
import { type Measurement, reportRequests } from '#loadtest/bench/report-requests.ts'
import type { OrdersReport } from '#domain/reports/orders/shape.ts'
import type { RunsReport } from '#domain/reports/runs/shape.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, percentile } from '#loadtest/bench/setup/rounds.ts'
import { type Bench, type Service, startProcessOf, startService } from '#loadtest/bench/load/start-parts.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'

const days = 90
const day = 24 * 3600 * 1000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export async function measureReports(bench: Bench): Promise<Figure[]> {
  const [few, many] = bench.quick ? [10_000, 100_000] : [100_000, 1_000_000]
  const services = { few: await openFilled(bench, few), many: await openFilled(bench, many) }
  const measured: Figure[] = []
  const requests = {
    few: await requestsOf(services.few),
    many: await requestsOf(services.many),
  }
  for (const [name, { paths, maxMs, constantTime = false }] of Object.entries(requests.many)) {
    const repetitions = Math.max(bench.quick ? 40 : constantTime ? 200 : 100, paths.length)
    const times = { few: [] as number[], many: [] as number[] }
    const cpuBefore = services.many.processorTime()
    for (let turn = 0; turn < repetitions; turn++)
      for (const size of ['few', 'many'] as const) {
        const alternatives = requests[size][name]!.paths
        const reports = [alternatives[turn % alternatives.length]!].flat()
        const urls = reports.map(
          (report) => `/api/reports/${report}${ownRange(report) ? '' : services[size].range}`,
        )
        times[size].push(await timeOf(services[size], urls))
      }
    const cpuMs = ((services.many.processorTime() ?? Number.NaN) - (cpuBefore ?? Number.NaN)) / repetitions
    measured.push({
      name: `${name}, ${many.toLocaleString('en')} runs`,
      value: percentile(times.many, 95),
      unit: 'ms p95',
      yardstick: { name: `ms for ${few.toLocaleString('en')}`, value: percentile(times.few, 95) },
      ratio: median(times.many) / median(times.few),
      targets: [{ of: 'value', most: maxMs }, ...(constantTime ? [{ of: 'ratio' as const, most: 1.5 }] : [])],
      setting: `over HTTP, ${days} days, ${devices.length} devices × ${campaigns.length} campaigns, ${describeRequests(paths.length, repetitions)}; p50 ${median(times.many).toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of CPU time; ratio of the medians`,
    })
  }
  await Promise.all([services.few.stop(), services.many.stop()])
  return measured
}

interface FilledService extends Service {
  /** Parameters of the days on which the runs of the store started. */
  range: string
  /** The last of these starts, in ms since the epoch. */
  until: number
}

/** Number of runs after which the progress is printed and, for a kept store, recorded. */
const runsPerPart = 50_000

/** Starts a service on a store with this number of runs. Adds the runs that a kept store does not have yet. */
async function openFilled(bench: Bench, runs: number): Promise<FilledService> {
  const name = `reports-${runs}`
  // A running service could project the events itself before the fill does.
  const { env, stop } = await startService(bench, name)
  await stop()
  const file = path.join(bench.folder, name, `filled-${bench.engine.name}.json`)
  const { from, until } = await fill({ env, runs }, file)
  return { ...(await startProcessOf(bench, name, env)), range: rangeOf(from, until), until }
}

type Filling = Pick<Fill, 'from' | 'until'> & { filled: number }

/** Adds the missing runs to a store. `file` records its range and how many runs it has. */
async function fill(what: Pick<Fill, 'env' | 'runs'>, file: string): Promise<Filling> {
  const until = Date.now()
  const filling: Filling = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Filling)
    : { from: until - (days - 1) * day, until, filled: 0 }
  if (filling.filled === what.runs) return filling
  const filler = startProcess('loadtest/bench/setup/fill-runs.ts')
  while (filling.filled < what.runs) {
    const end = Math.min(filling.filled + runsPerPart, what.runs)
    await filler.request({ ...what, ...filling, first: filling.filled, end } satisfies Fill & Filling)
    filling.filled = end
    writeFileSync(file, JSON.stringify(filling))
    console.log(`filled ${end.toLocaleString('en')} of ${what.runs.toLocaleString('en')} runs`)
  }
  await filler.stop()
  return filling
}

/** Returns the requests for a store. Opens the past positions, so that they are measured as a page reads them. */
async function requestsOf({ get, range, until }: FilledService): Promise<Record<string, Measurement>> {
  const runs = JSON.parse(await get(`/api/reports/runs?funnel=anmeldung&figure=runs${range}`)) as RunsReport
  const orders = JSON.parse(await get(`/api/reports/orders?${range}`)) as OrdersReport
  const positions = [100, 10_000].map((events) => runs.asOfPosition - events)
  for (const position of positions)
    for (;;) {
      const text = await get(`/api/reports/overview?asOf=${position}${range}`)
      if (!(JSON.parse(text) as object & { status?: string }).status) break
      await sleep(100)
    }
  return reportRequests({
    runIds: runs.rows.slice(0, 20).map(({ runId }) => runId),
    numbers: orders.rows.slice(0, 20).map(({ number }) => number.slice(0, 6)),
    positions,
    lastWeek: rangeOf(until - 6 * day, until),
  })
}

/** Returns whether a request names its own range, or has none. */
function ownRange(report: string): boolean {
  return !report.includes('?') || report.includes('&from=')
}

function rangeOf(from: number, until: number): string {
  return `&from=${dayOf(from)}&to=${dayOf(until)}`
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
