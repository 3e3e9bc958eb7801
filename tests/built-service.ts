import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Returns the path of the built service. Throws if it was not built from the present sources. */
export function builtService(): string {
  const { status, stderr } = spawnSync(process.execPath, ['setup.mjs', 'built'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr.trim())
  return path.join(root, 'service/dist/main.mjs')
}
