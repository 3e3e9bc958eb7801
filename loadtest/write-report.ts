import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeLoad, describeScale } from './describe-load.ts'
import type { Disturbance } from './disturb.ts'
import type { Loaded } from './load-service.ts'
import type { Arguments } from './read-arguments.ts'
import { reportPage } from './report-page.ts'

type Asked = Pick<Arguments, 'scenario' | 'target' | 'kill' | 'rate' | 'time' | 'durationSeconds'>

const targets: Record<Arguments['target'], string> = {
  sqlite: 'one process on SQLite',
  postgres: 'one process on PostgreSQL',
  stack: 'PostgreSQL, two ingest replicas behind a proxy, projections, forwarding',
  url: 'a running service',
}

/** Writes the summary as text, as JSON and as one page with plots; answers the text and whether all is well. */
export function writeReport(
  folder: string,
  { asked, loaded, k6 }: { asked: Asked; loaded: Loaded; k6: string },
): { ok: boolean; lines: string[] } {
  const { load, findings, disturbances, memory } = loaded
  const { ok, lines, rows } = describeLoad(load, findings)
  const { metrics, state } = load.summary
  const startedAt = new Date(load.series.startedAt).toISOString()
  const told = ({ at, what }: Disturbance) => `${what} at ${seconds(at - load.series.startedAt)}`
  const about = [
    `${targets[asked.target]}${asked.kill ? '; members were killed meanwhile' : ''}`,
    `${describeScale(load)}; ${k6.replace(/ \(.*\)$/, '')}; began at ${startedAt}`,
    ...(disturbances.length > 0 ? [disturbances.map(told).join('; ')] : []),
  ]
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  write('summary.txt', `${[asked.scenario, ...about, '', ...lines].join('\n')}\n`)
  write(
    'summary.json',
    `${JSON.stringify(
      {
        ...asked,
        startedAt,
        seconds: state.testRunDurationMs / 1000,
        ok,
        rows,
        findings,
        disturbances,
        metrics,
        series: load.series,
        memory: Object.fromEntries(memory),
      },
      undefined,
      2,
    )}\n`,
  )
  const tiles = tilesOf(load)
  const title = `Load test: ${asked.scenario}`
  write(
    'report.html',
    reportPage({ title, about, ok, tiles, rows, findings, series: load.series, disturbances, memory }),
  )
  return { ok, lines }
}

function tilesOf({ summary: { metrics, state }, record }: Loaded['load']) {
  const duration = state.testRunDurationMs / 1000
  const requests = metrics['http_reqs']?.values['count'] ?? 0
  const urgent = metrics['http_req_duration{lane:high}']?.values ?? metrics['http_req_duration']?.values
  return [
    { label: 'journeys', value: String(metrics['iterations']?.values['count'] ?? 0) },
    { label: 'requests per second', value: (requests / duration).toFixed(1) },
    { label: 'events acknowledged', value: String(new Set(record.acknowledged.map(({ id }) => id)).size) },
    { label: 'urgent events, p95', value: `${(urgent?.['p(95)'] ?? 0).toFixed(1)} ms` },
    { label: 'urgent events, p99', value: `${(urgent?.['p(99)'] ?? 0).toFixed(1)} ms` },
    { label: 'minutes', value: (duration / 60).toFixed(1) },
  ]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
