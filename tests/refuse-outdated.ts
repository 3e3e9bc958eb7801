import { globSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const changed = (file: string) =>
  statSync(path.join(root, file), { throwIfNoEntry: false })?.mtime ?? new Date(0)

/**
 * Throws if a built file is older than one of its sources, so that no test runs what is outdated. `folders` are those
 * whose changes make `setup.mjs` build the file.
 */
export function refuseOutdated(built: string, folders: readonly string[]): void {
  const sources = globSync([...folders.map((folder) => `${folder}/**/*.*`), 'package-lock.json'], {
    cwd: root,
    exclude: ['*/dist/**'],
  })
  const newest = sources.reduce((latest, file) => (changed(file) > changed(latest) ? file : latest))
  if (changed(built) > changed(newest)) return
  const state = changed(built).getTime() ? `is from ${changed(built).toISOString()}` : 'is missing'
  throw new Error(
    `${built} ${state}, but ${newest} changed at ${changed(newest).toISOString()}: run \`npm run build\``,
  )
}

/** Returns the path of the built service, which must be newer than its sources. */
export function builtService(): string {
  const built = 'service/dist/main.mjs'
  refuseOutdated(built, ['service', 'db', 'domain'])
  return path.join(root, built)
}
