// Measures the response times of reports over 90 days on a store with many runs, relative to a store with few runs.
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { devices } from '#domain/limits.ts'
import { campaigns } from '#loadtest/bench/setup/invent-runs.ts'
import { type Measurement, reportRequests } from '#loadtest/bench/report-requests.ts'
import type { OrdersReport } from '#domain/reports/orders/shape.ts'
import type { RunsReport } from '#domain/reports/runs/shape.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, percentile } from '#loadtest/bench/setup/rounds.ts'
import { type FilledService, filledDays, openFilled, rangeOf } from '#loadtest/bench/load/open-filled.ts'
import type { Bench, Service } from '#loadtest/bench/load/start-parts.ts'

const day = 24 * 3600 * 1000

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
      setting: `over HTTP, ${filledDays} days, ${devices.length} devices × ${campaigns.length} campaigns, ${describeRequests(paths.length, repetitions)}; p50 ${median(times.many).toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of CPU time; ratio of the medians`,
    })
  }
  await Promise.all([services.few.stop(), services.many.stop()])
  return measured
}

/** Returns the requests for a store. Opens the reports of the past, so that they are measured as a page reads them. */
async function requestsOf({ get, range, until }: FilledService): Promise<Record<string, Measurement>> {
  const runs = JSON.parse(await get(`/api/reports/runs?funnel=anmeldung&figure=runs${range}`)) as RunsReport
  const orders = JSON.parse(await get(`/api/reports/orders?${range}`)) as OrdersReport
  const requests = reportRequests({
    runIds: runs.rows.slice(0, 20).map(({ runId }) => runId),
    numbers: orders.rows.slice(0, 20).map(({ number }) => number.slice(0, 6)),
    positions: [100, 10_000].map((events) => runs.asOfPosition - events),
    lastWeek: rangeOf(until - 6 * day, until),
  })
  for (const report of requests['reports of the past, once opened']!.paths.flat())
    for (;;) {
      const text = await get(`/api/reports/${report}${range}`)
      if (!(JSON.parse(text) as object & { status?: string }).status) break
      await sleep(100)
    }
  return requests
}

/** Returns whether a request names its own range, or has none. */
function ownRange(report: string): boolean {
  return !report.includes('?') || report.includes('&from=')
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
