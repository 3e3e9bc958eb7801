import { execFileSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import path from 'node:path'

export interface Identity {
  uid: number
  gid: number
}

/** Who PostgreSQL runs as when root starts it; undefined when somebody else does. */
export function unprivilegedIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // Not every system knows both.
    }
  throw new Error('PostgreSQL must not run as root, and there is neither a user postgres nor a user nobody')
}

/** The folder of the stack and the data folder around it are ours to open; what lies above them is not. */
const ours = 2

/** Lets another user pass through to his folder, though not look around on the way. Throws when that is not ours to allow. */
export function letPassTo(folder: string, tell: (line: string) => void): void {
  let place = path.dirname(path.resolve(folder))
  for (let level = 0; ; level += 1, place = path.dirname(place)) {
    const { mode } = statSync(place)
    if ((mode & 0o001) === 0) {
      if (level >= ours)
        throw new Error(
          `PostgreSQL does not run as root and cannot pass through ${place}: chmod o+x it, or choose another folder`,
        )
      chmodSync(place, (mode & 0o777) | 0o001)
      tell(`other users may pass through ${place} now, for PostgreSQL does not run as root`)
    }
    if (place === path.dirname(place)) return
  }
}
