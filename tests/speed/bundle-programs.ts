import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, build } from 'vite'
import { bundleFolder, bundleNameOf, programAt, programs, sqliteTemplate } from './program-paths.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Expressions in the sources that find the script of a thread or process, by the end of the path of their file. */
const finders: Record<string, RegExp> = {
  'db/sqlite/open.ts': /new URL\('(?<script>\.[^']*-worker\.ts)', import\.meta\.url\)/g,
  'db/postgres/worker/append-thread.ts': /new URL\('(?<script>\.[^']*-worker\.ts)', import\.meta\.url\)/g,
  'service/documents/typesetter.ts': /scriptAt\('(?<script>[^']*-process\.ts)'\)/g,
  'loadtest/target/start-service.ts':
    /path\.resolve\(import\.meta\.dirname, '(?<script>[./]*service\/main\.ts)'\)/g,
  // `tree` is another work tree in the load test of an upgrade.
  'tools/stack/topology.ts': /path\.join\(tree, '(?<script>service\/main\.ts)'\)/g,
}

/**
 * Vitest plugin that bundles each program into one file, which starts with a third of the processor time. Tests start
 * some thousand threads and some hundred processes. `tests/service/main.test.ts` and `tests/faults/signals.test.ts`
 * start the sources instead, as `npm start` does.
 */
export function bundledPrograms(): Plugin {
  return { name: 'bundled-programs', enforce: 'pre', buildStart: bundlePrograms, transform: startBundles }
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
      exclude: ['tests/**/*.{test,spec}.ts'],
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
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      { name: 'bundled-programs', enforce: 'pre', transform: startBundles },
      { name: 'source-locations', enforce: 'pre', transform: keepSourceLocations },
    ],
    // Packages with native or WebAssembly files find them by their own location. Of the database engines' packages, a test
    // looks at which are loaded.
    ssr: {
      noExternal: true,
      external: [
        'better-sqlite3',
        'pg',
        'pg-boss',
        'sharp',
        'libheif-js',
        '@myriaddreamin/typst-ts-node-compiler',
        '@embedpdf/pdfium',
      ],
    },
    build: {
      ssr: true,
      outDir: bundleFolder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((script) => [bundleNameOf(script), path.join(root, script)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}

/** Makes the sources start the bundles of their threads and processes. */
const startBundles: NonNullable<Plugin['transform']> = {
  filter: { id: Object.keys(finders).map((file) => `**/${file}`) },
  handler(code, id) {
    const file = path.relative(root, id)
    let found = 0
    const replaced = code.replace(finders[file]!, (expression, script: string) => {
      found += 1
      if (expression.includes('tree'))
        return `(tree === root ? ${JSON.stringify(programAt(script))} : ${expression})`
      const bundle = programAt(path.join(path.dirname(file), script))
      return expression.startsWith('new URL')
        ? `new URL(${JSON.stringify(pathToFileURL(bundle).href)})`
        : JSON.stringify(bundle)
    })
    if (found === 0) throw new Error(`${id} starts no thread or process by the path of its script`)
    return { code: replaced, map: null }
  },
}

/** Keeps what the sources read from `import.meta`, for example to find the migrations, and bundles what they require. */
const keepSourceLocations: NonNullable<Plugin['transform']> = {
  filter: { id: /\/(?:db|domain|service|tools)\/.*\.ts$/ },
  handler: (code, id) => ({
    code: code
      .replace(/^const require = createRequire\(import\.meta\.url\)$/m, '')
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
    map: null,
  }),
}
