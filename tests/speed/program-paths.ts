import path from 'node:path'
import { bundleOf, root, servicePrograms } from '#service/build/programs.ts'

/** Folder of the bundles. Node finds the packages that are not bundled from this folder. */
export const bundleFolder = path.join(root, 'node_modules/.cache/programs')

/** SQLite database with the newest schema and no data, written together with the bundles. */
export const sqliteTemplate = path.join(bundleFolder, 'template.db')

/** Scripts that tests start as threads or processes. Each of them would load some hundred modules. */
export const programs = [
  ...servicePrograms,
  'tools/demo/run.ts',
  'tools/stack/run.ts',
  'tests/e2e/support/demo-service.ts',
  'tests/service/fulfilment/prepare-until-killed.ts',
  'tests/service/projections/project-until-killed.ts',
  'tests/service/archive/archive-until-killed.ts',
  'tests/db/sqlite/connection/hold-store.ts',
  ...[
    'backup',
    'db-copy',
    'deliveries',
    'log-archive',
    'orders',
    'privacy',
    'rebuild-projections',
    'runs',
    'users',
    'weekly-report',
  ].map((name) => `service/commands/${name}.ts`),
]

/** Returns the path with which Node starts a script of the repository: its bundle if it has one. */
export const programAt = (script: string) =>
  programs.includes(script) ? path.join(bundleFolder, bundleOf(script)) : path.resolve(root, script)

/** Sets the folder in which Node caches the compiled code of the processes that tests start. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node-compile') }
