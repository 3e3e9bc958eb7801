import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** A disk that is full when a test says so. */
export interface SmallDisk {
  folder: string
  /** Leaves less room than a commit of the service `pid` needs. */
  fill: (pid: number) => void
  /** Makes room again. */
  free: (pid: number) => void
  remove: () => void
}

/** A real file system of its own in memory; undefined where mounting is not allowed. */
export function mountDisk(megabytes: number): (SmallDisk & { makeReadOnly: () => void }) | undefined {
  const { folder, remove } = temporaryFolder()
  const options = `size=${megabytes}m,mode=0700`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) {
    remove()
    return undefined
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast),
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
    remove: () => {
      execFileSync('umount', ['--lazy', folder])
      remove()
    },
  }
}

/** Asked where tests are declared: whether they can run at all is said there. */
export function canMount(): boolean {
  const probe = mountDisk(1)
  probe?.remove()
  return probe !== undefined
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'w')
  try {
    for (let size = 64 * 1024; size >= 4096;) {
      try {
        if (writeSync(descriptor, Buffer.alloc(size)) < size) size /= 2
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        size /= 2
      }
    }
  } finally {
    closeSync(descriptor)
  }
}

const limit = (pid: number, bytes: number | 'unlimited') =>
  void execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`])

/** No file of the service may grow any further: needs no rights, and the engine sees another error than on a full disk. */
export function limitFiles(): SmallDisk {
  const { folder, remove } = temporaryFolder()
  return {
    folder,
    fill: (pid) => {
      const data = path.join(folder, 'data')
      limit(pid, Math.max(...readdirSync(data).map((name) => statSync(path.join(data, name)).size)))
    },
    free: (pid) => limit(pid, 'unlimited'),
    remove,
  }
}
