// Measures the archiving of a range of 10 million positions while a service runs and receives posts.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { rangePositions } from '#db/ports/log/archive-store.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import type { RunsReport } from '#domain/reports/runs/shape.ts'
import { openFilled } from '#loadtest/bench/load/open-filled.ts'
import {
  type Bench,
  type Generator,
  type Service,
  startGenerator,
  startProcessOf,
} from '#loadtest/bench/load/start-parts.ts'
import type { Archived, Archiving, Stage } from '#loadtest/bench/setup/archive-log.ts'
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import type { Repetition } from '#loadtest/bench/setup/repeat-log.ts'
import { percentile } from '#loadtest/bench/setup/rounds.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'
import { nodeFlags, nodeVariables } from '#tools/stack/node-flags.ts'

const name = 'log-archive'
/** The runs that are filled. SQL repeats them, which is much faster. */
const filledRuns = 100_000
const postsPerSecond = 50
const postsPerRound = 1000

const stages: readonly Stage[] = ['writing', 'comparing', 'removing']

/** A time that something took, in ms, and when it began, in ms since the epoch. */
interface Sample {
  at: number
  ms: number
}

/** What is measured before and while the log is archived. */
interface Watch {
  posts: Sample[]
  /** Waits for the append lock, which only PostgreSQL has. */
  locks: Sample[]
  stop: () => Promise<void>
}

export async function measureArchive(bench: Bench): Promise<Figure[]> {
  const service = await openLarge(bench)
  const generator = startGenerator()
  // The first posts are slower, because the service has just started.
  await post(service, generator)
  const watch = startWatch(service, generator)
  const startedAt = Date.now()
  await sleep(bench.quick ? 20_000 : 60_000)
  const bytes = { before: await usedBytes(service), after: 0 }
  const script = { name: 'log:archive' }
  const archiver = startProcess('loadtest/bench/setup/archive-log.ts', {
    env: nodeVariables(script),
    execArgv: nodeFlags(script),
  })
  const archived = await archiver.request<Archived>({ env: service.env } satisfies Archiving)
  await watch.stop()
  bytes.after = await usedBytes(service)
  await Promise.all([archiver.stop(), generator.stop(), service.stop()])
  const period = { startedAt, ...archived.times }
  return [
    ...describeWork(archived, bytes),
    ...compare('single posts', watch.posts, period),
    ...(watch.locks.length > 0 ? compare('waits for the append lock', watch.locks, period) : []),
  ]
}

/** Starts a service on a store whose log ends after the first range. */
async function openLarge(bench: Bench): Promise<Service> {
  const filled = await openFilled(bench, filledRuns, name)
  const text = await filled.get(`/api/reports/runs?funnel=anmeldung&figure=runs${filled.range}`)
  const { asOfPosition: head } = JSON.parse(text) as RunsReport
  if (head > rangePositions) return filled
  await filled.stop()
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = filled.env
  const database = url === undefined ? { file: fileIn(folder) } : { url }
  const repetition = startProcess('loadtest/bench/setup/repeat-log.ts')
  const times = Math.ceil((rangePositions + 1) / head)
  await repetition.request<number>({ database, times } satisfies Repetition)
  await repetition.stop()
  return startProcessOf(bench, name, filled.env)
}

const fileIn = (folder: string) => path.join(folder, 'formlotse.db')

async function post(service: Service, generator: Generator): Promise<Sample[]> {
  const startedAt = Date.now()
  const { times } = await generator.load({
    ports: [service.port],
    mix: 'start',
    posts: postsPerRound,
    connections: 64,
    rate: postsPerSecond,
  })
  return Array.from(times, (ms, index) => ({ at: startedAt + (index * 1000) / postsPerSecond, ms }))
}

function startWatch(service: Service, generator: Generator): Watch {
  const watch = { posts: [] as Sample[], locks: [] as Sample[], isStopped: false }
  async function postRounds(): Promise<void> {
    while (!watch.isStopped) watch.posts.push(...(await post(service, generator)))
  }
  const url = service.env['DATABASE_URL']
  const running = Promise.all([postRounds(), url === undefined ? undefined : takeLocks(url, watch)])
  // A failure is reported by `stop`.
  running.catch(() => {})
  return {
    posts: watch.posts,
    locks: watch.locks,
    async stop() {
      watch.isStopped = true
      await running
    },
  }
}

/** Waits for the append lock again and again as an append does. */
async function takeLocks(url: string, watch: { locks: Sample[]; isStopped: boolean }): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  while (!watch.isStopped) {
    const [at, startedAt] = [Date.now(), performance.now()]
    await client.query('SELECT pg_advisory_xact_lock($1)', [appendLock])
    watch.locks.push({ at, ms: performance.now() - startedAt })
    await sleep(5)
  }
  await client.end()
}

/** Returns the size of a database without the free pages of a SQLite file. */
async function usedBytes({ env }: Service): Promise<number> {
  const url = env['DATABASE_URL']
  if (url === undefined) {
    const sqlite = new Database(fileIn(env['DATA_DIR']!), { readonly: true })
    const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map(
      (pragma) => sqlite.pragma(pragma, { simple: true }) as number,
    )
    sqlite.close()
    return (pages! - free!) * size!
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ size: string }>('SELECT pg_database_size(current_database()) AS size')
  await client.end()
  return Number(rows[0]!.size)
}

const seconds = (from: number, to: number) => (to - from) / 1000

function describeWork(
  { range, removed, times, processorTime, peakMemory, readPerSecond }: Archived,
  bytes: { before: number; after: number },
): Figure[] {
  const { writing, comparing, removing, end } = times
  const events = range.events.toLocaleString('en')
  return [
    {
      name: 'archive',
      value: seconds(writing, end),
      unit: 's',
      yardstick: { name: 'events/s', value: range.events / seconds(writing, end) },
      targets: [],
      setting:
        `${events} events: written in ${seconds(writing, comparing).toFixed(0)} s, read back and compared in ` +
        `${seconds(comparing, removing).toFixed(0)} s, ${removed.toLocaleString('en')} removed in ${seconds(removing, end).toFixed(0)} s; ` +
        `${(processorTime / 1000).toFixed(0)} s of processor time in the process that archives`,
    },
    {
      name: 'archived file',
      value: range.bytes / 1e6,
      unit: 'MB',
      targets: [],
      setting: `${(range.bytes / range.events).toFixed(0)} bytes per event`,
    },
    {
      name: 'database after the archive',
      value: bytes.after / 1e9,
      unit: 'GB',
      yardstick: { name: 'GB before', value: bytes.before / 1e9 },
      ratio: bytes.after / bytes.before,
      targets: [],
      setting: 'pages in use, with the derived data',
    },
    {
      name: 'peak memory of the archive',
      value: peakMemory / 1e6,
      unit: 'MB',
      targets: [{ of: 'value', most: 300 }],
      setting: 'resident memory of the process that archives',
    },
    {
      name: 'archived events read',
      value: readPerSecond,
      unit: 'events/s',
      targets: [],
      setting:
        'SHA-256 verified and read in pages, as by a rebuild, after the archive while the service was posted to',
    },
  ]
}

/** Compares times during the archive with those before. */
function compare(
  what: string,
  samples: readonly Sample[],
  { startedAt, ...times }: Archived['times'] & { startedAt: number },
): Figure[] {
  const within = (from: number, to: number) =>
    samples.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms)
  const before = within(startedAt, times.writing)
  const during = within(times.writing, times.end)
  const ends = { writing: times.comparing, comparing: times.removing, removing: times.end }
  const ofStage = (stage: Stage, percent: number) => {
    const found = within(times[stage], ends[stage])
    return found.length === 0 ? 'nothing' : `${percentile(found, percent).toFixed(0)} ms`
  }
  const figure = (measure: string, percent: number): Figure => {
    const [value, yardstick] = [percentile(during, percent), percentile(before, percent)]
    return {
      name: `${measure} of ${what}`,
      value,
      unit: 'ms',
      yardstick: { name: 'before', value: yardstick },
      ratio: value / yardstick,
      targets: [],
      setting: stages.map((stage) => `${ofStage(stage, percent)} while ${stage}`).join(', '),
    }
  }
  return [figure('p99', 99), figure('longest', 100)]
}
