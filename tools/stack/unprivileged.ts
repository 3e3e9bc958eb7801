import { execFileSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import path from 'node:path'

export interface Identity {
  uid: number
  gid: number
}

/** Returns an unprivileged user for PostgreSQL if this process runs as root, otherwise undefined. */
export function unprivilegedIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // There is no user with this name, so try the next name.
    }
  throw new Error('PostgreSQL must not run as root, and neither the user postgres nor the user nobody exists')
}

/**
 * Maximum number of parent folders whose mode is changed. By default, the two closest parents of PostgreSQL's folder
 * are the folder of the stack and the data folder that contains it.
 */
const maxChangedParents = 2

/**
 * Allows other users to traverse, but not list, the parents of a folder. Changes only the closest `maxChangedParents`
 * parents. Throws if a parent above them forbids traversal.
 */
export function allowTraversal(folder: string, onNotice: (line: string) => void): void {
  let place = path.dirname(path.resolve(folder))
  for (let level = 0; ; level += 1, place = path.dirname(place)) {
    const { mode } = statSync(place)
    if ((mode & 0o001) === 0) {
      if (level >= maxChangedParents)
        throw new Error(
          `PostgreSQL does not run as root and cannot access ${place}: run chmod o+x on it or choose another folder`,
        )
      chmodSync(place, (mode & 0o777) | 0o001)
      onNotice(`other users may now traverse ${place}, because PostgreSQL does not run as root`)
    }
    if (place === path.dirname(place)) return
  }
}
