// Measures what may depend on the size of the log: appends, reports, starts and backups. A filled store is measured,
// doubled and measured again. The values for larger logs follow from the line through both.
import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunsReport } from '#domain/reports/runs/shape.ts'
import { openFilled } from '#loadtest/bench/load/open-filled.ts'
import {
  type Bench,
  type Generator,
  type Service,
  startGenerator,
  startProcessOf,
} from '#loadtest/bench/load/start-parts.ts'
import type { Repetition } from '#loadtest/bench/setup/repeat-log.ts'
import type { Figure, Target } from '#loadtest/bench/setup/figures.ts'
import { median, percentile } from '#loadtest/bench/setup/rounds.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'

const extrapolatedTo = 50_000_000
const connections = 64

/** A store that is measured, with the running service. */
interface Subject {
  bench: Bench
  generator: Generator
  service: Service
  /** Parameters of the days on which the runs of the store started. */
  range: string
}

interface Measured {
  value: number
  unit: string
  setting: string
  target?: Target
}

export async function measureLogGrowth(bench: Bench): Promise<Figure[]> {
  const name = 'log-growth'
  const { range, ...service } = await openFilled(bench, bench.quick ? 100_000 : 1_000_000, name)
  const subject: Subject = { bench, generator: startGenerator(), service, range }
  const before = await measureStore(subject)
  await subject.service.stop()
  await double(subject)
  subject.service = await startProcessOf(bench, name, service.env)
  const after = await measureStore(subject)
  await Promise.all([subject.service.stop(), subject.generator.stop()])
  return Object.entries(after.figures).map(([figure, measured]) => {
    const smaller = before.figures[figure]!.value
    const slope = (measured.value - smaller) / (after.events - before.events)
    const extrapolated = measured.value + slope * (extrapolatedTo - after.events)
    return {
      name: `${figure}, ${millions(after.events)} million events`,
      value: measured.value,
      unit: measured.unit,
      yardstick: { name: `with ${millions(before.events)} million`, value: smaller },
      ratio: measured.value / smaller,
      targets: measured.target ? [measured.target] : [],
      setting: `${measured.setting}; ${extrapolated.toPrecision(3)} ${measured.unit} with 50 million, extrapolated`,
    }
  })
}

async function double({ bench, service }: Subject): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = service.env
  const database =
    bench.engine.name === 'postgres' ? { url: url! } : { file: path.join(folder, 'formlotse.db') }
  const doubling = startProcess('loadtest/bench/setup/repeat-log.ts')
  await doubling.request<number>({ database, times: 2 } satisfies Repetition)
  await doubling.stop()
}

async function measureStore(subject: Subject) {
  const { events } = await headOf(subject)
  console.log(`measuring the log with ${millions(events)} million events …`)
  return {
    events,
    figures: {
      ...(await measureReports(subject)),
      ...(await measureAppends(subject)),
      ...(await measureStarts(subject)),
      ...(await measureBackup(subject)),
    } as Record<string, Measured>,
  }
}

async function headOf({ service, range }: Subject): Promise<{ events: number; runId: string }> {
  const text = await service.get(`/api/reports/runs?funnel=anmeldung&figure=runs${range}`)
  const { asOfPosition, rows } = JSON.parse(text) as RunsReport
  return { events: asOfPosition, runId: rows[0]!.runId }
}

async function measureReports(subject: Subject): Promise<Record<string, Measured>> {
  const { service, range } = subject
  const { runId } = await headOf(subject)
  const paths = {
    overview: `/api/reports/overview?${range}`,
    'drop-off': `/api/reports/drop-off?funnel=anmeldung${range}`,
    attribution: `/api/reports/attribution?model=linear&by=campaign${range}`,
    'list of runs': `/api/reports/runs?funnel=anmeldung&figure=completed${range}`,
    'list of orders': `/api/reports/orders?${range}`,
    'one run': `/api/reports/runs/${runId}`,
    metrics: '/metrics',
  }
  const requests = 40
  const measured: Record<string, Measured> = {}
  for (const [name, url] of Object.entries(paths)) {
    const times: number[] = []
    for (let request = 0; request <= requests; request++) times.push(await timeOf(() => service.get(url)))
    const [first] = times.splice(0, 1)
    measured[name] = {
      value: percentile(times, 95),
      unit: 'ms p95',
      setting: `${requests} requests over HTTP, p50 ${median(times).toFixed(1)} ms, the first ${first!.toFixed(0)} ms`,
    }
  }
  return measured
}

async function measureAppends({ bench, generator, service }: Subject): Promise<Record<string, Measured>> {
  const posts = bench.quick ? 400 : 2000
  const ports = [service.port]
  await generator.load({ ports, mix: 'ten', posts, connections })
  const ten = await generator.load({ ports, mix: 'ten', posts, connections })
  await service.settled()
  const single = await generator.load({ ports, mix: 'start', posts, connections, rate: 200 })
  await service.settled()
  return {
    'ten-event posts': {
      value: ten.events / ten.seconds,
      unit: 'events/s',
      setting: `${connections} connections, ${posts} posts`,
    },
    'p99 of single posts': {
      value: single.p99,
      unit: 'ms',
      setting: `${posts} start posts, 200 per second, p50 ${single.p50.toFixed(1)} ms`,
    },
  }
}

async function measureStarts(subject: Subject): Promise<Record<string, Measured>> {
  await subject.service.stop()
  const clean = await timeOf(() => start(subject))
  const load = { ports: [subject.service.port], mix: 'ten', posts: 100_000, connections } as const
  // The load ends with an error, because the service is killed.
  const interrupted = subject.generator.load(load).catch(() => undefined)
  await sleep(3000)
  await subject.service.kill()
  await interrupted
  const unclean = await timeOf(async () => {
    await subject.bench.engine.crash()
    await start(subject)
  })
  const target = { of: 'value', most: 10 } as const
  const until = 'until the service is ready'
  return {
    start: { value: clean / 1000, unit: 's', setting: until, target },
    'start after a crash': {
      value: unclean / 1000,
      unit: 's',
      setting: `the service, and PostgreSQL if it is used, killed with SIGKILL under load, ${until}`,
      target,
    },
  }
}

async function start(subject: Subject): Promise<void> {
  subject.service = await startProcessOf(subject.bench, 'log-growth', subject.service.env)
  await subject.service.get('/readyz')
}

async function measureBackup({ bench, service }: Subject): Promise<Record<string, Measured>> {
  const target = path.join(bench.folder, `log-growth-backup-${bench.engine.name}`)
  rmSync(target, { recursive: true, force: true })
  const ms = await timeOf(async () => {
    if (bench.engine.backUp) return bench.engine.backUp(target)
    const command = startProcess('service/commands/backup.ts', { args: [target], env: service.env })
    await command.waitForOutput(/^Copied /m)
    await command.ended
  })
  const bytes = statSync(target).size
  rmSync(target, { recursive: true, force: true })
  const size = bench.engine.backUp
    ? 'copy of the data folder of the server'
    : `${(bytes / 1e9).toFixed(1)} GB`
  return { backup: { value: ms / 1000, unit: 's', setting: `while the service runs; ${size}` } }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function millions(events: number): string {
  return (events / 1e6).toFixed(1)
}
