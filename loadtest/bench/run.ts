import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { measureLock } from './append-lock.ts'
import { measureBatchPosts } from './batch-posts.ts'
import { measureDeliveries } from './deliveries.ts'
import { measureDocuments } from './documents.ts'
import { type Engine, type EngineName, engineNames, startEngine } from '#loadtest/bench/setup/engines.ts'
import { benchSecrets } from '#loadtest/bench/setup/secrets.ts'
import { checkOut, commitId } from '#loadtest/bench/setup/other-commit.ts'
import { type Figure, describeFigures, reachesTargets } from '#loadtest/bench/setup/figures.ts'
import { measureArchive } from './log-archive.ts'
import { measureLogGrowth } from './log-growth.ts'
import { measureMemory } from './memory.ts'
import { measureProcessorTimes } from './processor-times.ts'
import { measureRebuild } from './rebuild-speed.ts'
import { measureReplicas } from './replicas.ts'
import { measureReports } from './reports.ts'
import { measureSinglePosts } from './single-posts.ts'
import type { Bench } from '#loadtest/bench/load/start-parts.ts'

const measurements: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  single: measureSinglePosts,
  batch: measureBatchPosts,
  rebuild: measureRebuild,
  deliveries: measureDeliveries,
  processor: measureProcessorTimes,
  documents: measureDocuments,
  reports: measureReports,
  log: measureLogGrowth,
  archive: measureArchive,
  memory: measureMemory,
  replicas: measureReplicas,
  lock: measureLock,
}

/** Only one process can use a SQLite file, so replicas and their lock are measured on PostgreSQL only. */
const onlyPostgres: ReadonlySet<string> = new Set(['replicas', 'lock'])

/** Takes most of an hour, so it runs only if it is named. */
const onlyNamed: ReadonlySet<string> = new Set(['archive'])

/** Returns the measurements that an engine supports. */
const namesFor = (engine: EngineName) =>
  Object.keys(measurements).filter((name) => engine === 'postgres' || !onlyPostgres.has(name))

const usage = `Measures the service relative to yardsticks that are measured in the same invocation.

npm run bench -- [--engine postgres] [--only single,batch] [--quick] [--json file] [--profile folder] [--keep folder]
                 [--against commit]

  --engine   ${engineNames.join(' (default) or ')}; PostgreSQL is started locally
  --only     measurements to run: ${namesFor('postgres').join(', ')} (the last two postgres
             only; by default all but archive)
  --quick    fewer and shorter rounds, for an approximate result
  --json     file to write the figures to as well
  --profile  folder for CPU profiles of the service (slows it down)
  --keep     folder for the data, which is kept: the stores of the reports are filled only once per folder and engine
  --against  commit with which the measurement 'processor' compares this work tree

Exit code 0: all targets reached, 1: a target missed, 2: the measurement failed.`

class UsageError extends Error {
  override name = 'UsageError'
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: 'string', default: 'sqlite' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      profile: { type: 'string' },
      keep: { type: 'string' },
      against: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const engine = engineNames.find((name) => name === values.engine)
  if (!engine)
    throw new UsageError(
      `--engine is wrong: read ${JSON.stringify(values.engine)}, allowed: ${engineNames.join(', ')}.`,
    )
  const names = namesFor(engine)
  const only =
    values.only?.split(',').map((name) => name.trim()) ?? names.filter((name) => !onlyNamed.has(name))
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`--only is wrong: read ${JSON.stringify(unknown)}, allowed: ${names.join(', ')}.`)
  const against = values.against === undefined ? undefined : commitId(values.against)
  if (values.against !== undefined && against === undefined)
    throw new UsageError(
      `--against is wrong: read ${JSON.stringify(values.against)}, allowed: a commit of this repository.`,
    )
  return { ...values, engine, only, against }
}

type Arguments = ReturnType<typeof readArguments>

/** Returns the folder for the data: the one to keep, or a temporary one that is removed when this process exits. */
function openFolder({ keep }: Arguments): string {
  if (keep !== undefined) {
    mkdirSync(keep, { recursive: true })
    return path.resolve(keep)
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

async function measure(args: Arguments, { engine, folder }: Pick<Bench, 'engine' | 'folder'>) {
  const { only, quick, json, profile, against } = args
  const bench: Bench = {
    engine,
    quick,
    folder,
    profile: profile && path.resolve(profile),
    against: against === undefined ? undefined : checkOut(against, folder),
  }
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim()})`
  const machine = `${cores}, Node ${process.version}, ${engine.description}`
  console.log(`${machine}, shared with the load generator${quick ? ', quick' : ''}`)
  const figures: Figure[] = []
  for (const name of only) {
    console.log(`measuring ${name} …`)
    figures.push(...(await measurements[name]!(bench)))
  }
  console.log(`\n${describeFigures(figures)}`)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ machine, quick, figures }, null, 2)}\n`)
  return figures.every(reachesTargets)
}

let engine: Engine | undefined
const stopEngine = () => engine?.stop() ?? Promise.resolve()
// On a signal, stop the database server before this process exits. Handlers of `exit` then kill the other child
// processes and delete the temporary folder.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopEngine().finally(() => process.exit(130)))

let code = 0
try {
  const args = readArguments(process.argv.slice(2))
  if (args.help) console.log(usage)
  else {
    const folder = openFolder(args)
    engine = await startEngine(args.engine, { folder, password: benchSecrets(folder).database })
    code = (await measure(args, { engine, folder })) ? 0 : 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
    console.error(`\n${usage}`)
  code = 2
}
await stopEngine()
// Exit explicitly: child processes left by a failed measurement would keep this process alive.
process.exit(code)
