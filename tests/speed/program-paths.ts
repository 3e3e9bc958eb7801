import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Folder of the bundles. Node finds the packages that are not bundled from this folder. */
export const bundleFolder = path.join(root, 'node_modules/.cache/programs')

/** Scripts that tests start as threads or processes. Each of them would load some hundred modules. */
export const programs = [
  'db/sqlite/worker/writer-worker.ts',
  'db/sqlite/worker/reader-worker.ts',
  'db/postgres/worker/append-worker.ts',
  'service/documents/typeset-process.ts',
  'service/documents/proof-process.ts',
  'service/main.ts',
  'tools/demo/run.ts',
  ...[
    'backup',
    'db-copy',
    'deliveries',
    'orders',
    'privacy',
    'rebuild-projections',
    'runs',
    'users',
    'weekly-report',
  ].map((name) => `service/commands/${name}.ts`),
]

/** Returns the name of the bundle of a script, without its extension. */
export const bundleNameOf = (script: string) => script.replaceAll('/', '-').replace(/\.ts$/, '')

/** Returns the path with which Node starts a script of the repository: its bundle if it has one. */
export const programAt = (script: string) =>
  programs.includes(script)
    ? path.join(bundleFolder, `${bundleNameOf(script)}.mjs`)
    : path.resolve(root, script)

/** Sets the folder in which Node caches the compiled code of the processes that tests start. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node-compile') }
