import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Arguments } from '#loadtest/read-arguments.ts'
import type { Disturbance } from '#loadtest/target/in-turn.ts'
import type { Loaded } from '#loadtest/target/load-service.ts'
import { describeLoad, describeScale } from './describe-load.ts'

type Settings = Pick<
  Arguments,
  'scenario' | 'target' | 'kill' | 'upgrade' | 'rate' | 'time' | 'durationSeconds'
>

const targets: Record<Arguments['target'], string> = {
  sqlite: 'one process on SQLite',
  postgres: 'one process on PostgreSQL',
  stack: 'PostgreSQL, two ingest replicas behind a proxy, projections, forwarding',
  ha: 'PostgreSQL on three nodes with failover, two ingest replicas behind a proxy, projections, forwarding',
  url: 'a running service',
}

const disturbed = {
  stack: '; members were killed during the load',
  ha: '; the primary was killed, partitioned away and switched over during the load',
}

/**
 * Writes the summary as text and JSON, and copies the report of k6. Returns the table of checks as lines, and whether
 * all checks passed.
 */
export function writeReport(
  folder: string,
  { settings, loaded, k6 }: { settings: Settings; loaded: Loaded; k6: string },
): { ok: boolean; lines: string[] } {
  const { load, findings, disturbances, memory } = loaded
  const { ok, lines, rows } = describeLoad(load, findings)
  const startedAt = new Date(load.startedAt).toISOString()
  const describe = ({ at, what }: Disturbance) => `${what} at ${seconds(at - load.startedAt)}`
  const processes = [...memory].map(([name, { peak, last }]) => `${name} ${mb(peak)}, at the end ${mb(last)}`)
  const about = [
    `${targets[settings.target]}${disturbance(settings)}`,
    `${describeScale(load)}; ${k6.replace(/ \(.*\)$/, '')}; started at ${startedAt}`,
    ...(disturbances.length > 0 ? [disturbances.map(describe).join('; ')] : []),
    ...(processes.length > 0 ? [`peak memory: ${processes.join('; ')}`] : []),
  ]
  const { metrics, state } = load.summary
  const summary = {
    ...settings,
    startedAt,
    seconds: state.testRunDurationMs / 1000,
    ok,
    rows,
    findings,
    disturbances,
    memory: Object.fromEntries(memory),
    metrics,
  }
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), `${text}\n`)
  write('summary.txt', [settings.scenario, ...about, '', ...lines].join('\n'))
  write('summary.json', JSON.stringify(summary, undefined, 2))
  if (existsSync(load.reportFile)) copyFileSync(load.reportFile, path.join(folder, 'report.html'))
  return { ok, lines }
}

function disturbance({ target, kill, upgrade }: Settings): string {
  if (upgrade !== undefined) return `; the services were upgraded from ${upgrade} during the load`
  return kill ? disturbed[target === 'ha' ? 'ha' : 'stack'] : ''
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`
}
