import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, build } from 'vite'
import { bundleOptions } from '#service/build/bundle-options.ts'
import { root } from '#service/build/programs.ts'
import { startBundles } from '#service/build/start-bundles.ts'
import { bundleFolder, programAt, programs, sqliteTemplate } from './program-paths.ts'

/**
 * Vitest plugins that bundle the programs that tests start as some thousand threads and some hundred processes, whenever
 * their sources have changed. The tests that use `builtService` start what `npm start` does instead.
 */
export function bundledPrograms(): Plugin[] {
  return [
    { name: 'bundled-programs', buildStart: bundlePrograms },
    startBundles((script) => `new URL(${JSON.stringify(pathToFileURL(programAt(script)).href)})`),
    startedPrograms,
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

/** Vitest plugin that makes the sources start their threads as `ReusedThread`. */
export function reusedThreads(): Plugin {
  const imported = "import { Worker } from 'node:worker_threads'"
  return {
    name: 'reused-threads',
    enforce: 'pre',
    transform: {
      filter: { id: '**/db/worker/open-thread.ts' },
      handler(code, id) {
        if (!code.includes(imported)) throw new Error(`${id} does not import Worker as expected`)
        const replacing = "import { ReusedThread as Worker } from '#tests/speed/reused-threads.ts'"
        return { code: code.replace(imported, replacing), map: null }
      },
    },
  }
}

const stampFile = path.join(bundleFolder, 'sources.txt')

/**
 * Returns what the bundles depend on: the place of the repository, because copies of it may share node_modules by hard
 * links, and the time of the last change of the sources, in ms since 1970.
 */
function stampOf(): string {
  // Some programs are in tests/ and import helpers of tests.
  const sources = globSync(
    ['{db,domain,migrations,service,tools}/**', 'tests/**/*.ts', 'package-lock.json'],
    {
      cwd: root,
      exclude: ['tests/**/*.{test,spec}.ts', 'service/dist*/**'],
    },
  )
  return `${root} ${Math.max(...sources.map((source) => statSync(path.join(root, source)).mtimeMs))}`
}

function writtenStamp(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}

let writing: Promise<void> | undefined

/** Writes the bundles of all programs and the template of SQLite databases, unless they are up to date. */
export function bundlePrograms(): Promise<void> {
  return (writing ??= writePrograms())
}

async function writePrograms(): Promise<void> {
  const stamp = stampOf()
  if (stamp === writtenStamp()) return
  await Promise.all([buildPrograms(), writeTemplate()])
  writeFileSync(stampFile, stamp)
}

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

async function buildPrograms(): Promise<void> {
  const options = bundleOptions(programs, bundleFolder)
  const plugins = [options.plugins, startedPrograms]
  await build({ ...options, logLevel: 'warn', plugins, build: { ...options.build, emptyOutDir: false } })
}
