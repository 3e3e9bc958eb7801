import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, build } from 'vite'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { bundleOptions } from '#service/build/bundle-options.ts'
import { root } from '#service/build/programs.ts'
import { startBundles } from '#service/build/start-bundles.ts'
import { type Needed, createModuleGraph } from './needed-programs.ts'
import { bundleFolder, programAt, programs, sqliteTemplate } from './program-paths.ts'

/**
 * Vitest plugins that make tests start bundles instead of programs, which they start as some thousand threads and some
 * hundred processes. `BundledFirst` writes the bundles. The tests that use `builtService` start what `npm start` does
 * instead. The plugins are part of the root configuration: a project with plugins would have its own Vite server, for which
 * Vitest loads the configuration again.
 */
export function testPlugins(): Plugin[] {
  return [
    startBundles((script) => `new URL(${JSON.stringify(pathToFileURL(programAt(script)).href)})`),
    startedPrograms,
    reusedThreads,
  ]
}

/** Makes the sources start the bundle instead of the built service, which may be out of date. */
const startedPrograms: Plugin = {
  name: 'started-programs',
  enforce: 'pre',
  transform: {
    filter: { id: '**/tools/stack/node-flags.ts' },
    handler(code, id) {
      // `tree` is another work tree in the load test of an upgrade.
      const expression = "path.join(tree, commandOf({ tree }).split(' ').at(-1)!)"
      if (!code.includes(expression)) throw new Error(`${id} does not find the service as expected`)
      const bundle = JSON.stringify(programAt('service/main.ts'))
      return { code: code.replace(expression, `(tree === root ? ${bundle} : ${expression})`), map: null }
    },
  },
}

/** Makes the sources start the threads of stores as `StoreThread`. */
const reusedThreads: Plugin = {
  name: 'reused-threads',
  enforce: 'pre',
  transform: {
    filter: { id: '**/db/worker/open-thread.ts' },
    handler(code, id) {
      const imported = "import { Worker } from 'node:worker_threads'"
      if (!code.includes(imported)) throw new Error(`${id} does not import Worker as expected`)
      const replacing = "import { StoreThread as Worker } from '#tests/speed/reused-threads.ts'"
      return { code: code.replace(imported, replacing), map: null }
    },
  },
}

/** Stamps of what was written, by the path of the program. */
const stampsFile = path.join(bundleFolder, 'stamps.json')
const template = 'template'

/** Sequencer of Vitest that writes what the test files need before they run. */
export class BundledFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const graph = createModuleGraph()
    await writeNeeded(graph, graph.neededBy(files.map(({ moduleId }) => path.relative(root, moduleId))))
    return super.sort(files)
  }
}

/** Writes the bundles of all programs, unless they are up to date. */
export const bundlePrograms = () => writeNeeded(createModuleGraph(), { programs, template: false })

type ModuleGraph = ReturnType<typeof createModuleGraph>

async function writeNeeded({ sourcesOf }: ModuleGraph, needed: Needed): Promise<void> {
  const written = readStamps()
  const bundling = ['package-lock.json', ...sourcesOf('tests/speed/bundle-programs.ts')]
  const stamps = Object.fromEntries([
    ...needed.programs.map((program) => [program, stampOf([...sourcesOf(program), ...bundling])]),
    ...(needed.template ? [[template, stampOf([...sourcesOf(...migrating), ...migrations()])]] : []),
  ]) as Stamps
  const outdated = needed.programs.filter((program) => stamps[program] !== written[program])
  const work = outdated.length > 0 ? [buildPrograms(outdated)] : []
  if (stamps[template] !== written[template] && needed.template) work.push(writeTemplate())
  if (work.length === 0) return
  await Promise.all(work)
  writeFileSync(stampsFile, JSON.stringify({ ...readStamps(), ...stamps }))
}

type Stamps = Partial<Record<string, string>>

function readStamps(): Stamps {
  try {
    return JSON.parse(readFileSync(stampsFile, 'utf8')) as Stamps
  } catch {
    return {}
  }
}

/** Modules with which the template is written. */
const migrating = ['db/sqlite/connection/connection.ts', 'db/sqlite/connection/migrate.ts']

const migrations = () => globSync('migrations/sqlite/**', { cwd: root })

/**
 * Returns a text that differs if one of these files has changed, or the place of the repository, because copies of it
 * may share node_modules by hard links.
 */
function stampOf(files: readonly string[]): string {
  const hash = createHash('sha1').update(root)
  for (const file of files) hash.update(`${file} ${changedAt(file)}\n`)
  return hash.digest('hex')
}

const changedAt = (file: string) => statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs

/** Writes a database with the newest schema and no data, because tests open new databases some thousand times. */
async function writeTemplate(): Promise<void> {
  const [{ openWriter }, { migrate }] = await Promise.all([
    import('#db/sqlite/connection/connection.ts'),
    import('#db/sqlite/connection/migrate.ts'),
  ])
  mkdirSync(bundleFolder, { recursive: true })
  const unfinished = `${sqliteTemplate}.${process.pid}`
  const { sqlite } = openWriter(unfinished, { busyTimeoutMs: 0 })
  migrate(sqlite)
  sqlite.close()
  renameSync(unfinished, sqliteTemplate)
}

async function buildPrograms(outdated: readonly string[]): Promise<void> {
  const options = bundleOptions(outdated, bundleFolder)
  const plugins = [options.plugins, startedPrograms]
  await build({ ...options, logLevel: 'warn', plugins, build: { ...options.build, emptyOutDir: false } })
}
