import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** The service and the scripts that it starts as threads and processes, by their paths in the repository. */
export const servicePrograms = [
  'service/main.ts',
  'db/sqlite/worker/writer-worker.ts',
  'db/sqlite/worker/reader-worker.ts',
  'db/sqlite/damage/check-process.ts',
  'db/postgres/worker/append-worker.ts',
  'service/desk/merge-pdfs.ts',
  'service/documents/typeset-process.ts',
  'service/documents/proof-process.ts',
]

/** Returns the file name of the bundle of a script, for example `main.mjs` for `service/main.ts`. */
export const bundleOf = (script: string) =>
  `${script
    .replace(/^service\//, '')
    .replaceAll('/', '-')
    .replace(/\.ts$/, '')}.mjs`
