import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, build } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')
// Node finds the packages that are not bundled from this folder.
const folder = path.join(root, 'node_modules/.cache/store-threads')

const threads = [
  'db/sqlite/worker/writer-worker.ts',
  'db/sqlite/worker/reader-worker.ts',
  'db/postgres/worker/append-worker.ts',
]
const starters = /\/db\/(?:sqlite\/open|postgres\/worker\/append-thread)\.ts$/
const scriptUrl = /new URL\('(\.[^']*-worker\.ts)', import\.meta\.url\)/g

/**
 * Vitest plugin that bundles each thread of the stores into one file. The tests start some thousand threads, and each
 * would load 360 modules. The processes that tests start load the sources, as the service does.
 */
export function bundledThreads(): Plugin {
  return {
    name: 'bundled-store-threads',
    enforce: 'pre',
    buildStart: bundle,
    transform: {
      filter: { id: starters },
      handler(code, id) {
        let found = 0
        const replaced = code.replace(scriptUrl, (_, script: string) => {
          found += 1
          return `new URL(${JSON.stringify(bundleOf(path.resolve(path.dirname(id), script)))})`
        })
        if (found === 0) throw new Error(`${id} starts no thread by the URL of its script`)
        return { code: replaced, map: null }
      },
    },
  }
}

const nameOf = (script: string) => path.relative(root, script).replaceAll('/', '-').replace(/\.ts$/, '')
const bundleOf = (script: string) => pathToFileURL(path.join(folder, `${nameOf(script)}.mjs`)).href

async function bundle(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [sourceLocations],
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          threads.map((script) => [nameOf(path.join(root, script)), path.join(root, script)]),
        ),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}

/** Keeps what the sources read from `import.meta`, for example to find the migrations, and bundles what they require. */
const sourceLocations: Plugin = {
  name: 'source-locations',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:db|domain)\/.*\.ts$/ },
    handler: (code, id) => ({
      code: code
        .replace(/^const require = createRequire\(import\.meta\.url\)$/m, '')
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
}
