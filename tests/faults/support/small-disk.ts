import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** A disk that a test can fill. */
export interface SmallDisk {
  folder: string
  /** Fills the disk until the service cannot commit any more. `pid` is the process id of the service. */
  fill: (pid: number) => void
  /** Undoes `fill`. */
  free: (pid: number) => void
  remove: () => void
}

/**
 * Mounts a file system in memory that is full after this number of megabytes. Returns undefined if mounting is not
 * allowed.
 */
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

/** Returns whether this process may mount file systems. If not, tests that need a mount are skipped. */
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

/**
 * Returns a disk whose `fill` limits the size of the files that the service may write. Unlike a mount, this needs no
 * privileges, but SQLite reports a different error than on a full disk.
 */
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
