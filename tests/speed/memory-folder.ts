import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import path from 'node:path'

const shared = '/dev/shm'
const prefix = 'formlotse-tests-'
const minFreeBytes = 4 * 2 ** 30

/**
 * Sets `TMPDIR` to a new folder in memory, so that the tests create their databases there. Returns a function that
 * removes the folder. Does nothing if `TMPDIR` is set already, or without a `/dev/shm` with 4 GB of free space.
 *
 * A PostgreSQL database has 1300 files. ext4 does not reuse the inode of a file that was deleted within the last
 * seconds, so after some hundred deleted databases it searches long for each new inode: creating a database then took
 * 1 s of CPU time, and takes 0.07 s in memory.
 */
export function useMemoryFolder(): () => void {
  if (process.env['TMPDIR'] || !hasRoom()) return () => {}
  removeAbandoned()
  const folder = mkdtempSync(path.join(shared, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(): boolean {
  try {
    accessSync(shared, constants.W_OK)
    const { bavail, bsize } = statfsSync(shared)
    const options = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === shared)
      ?.split(' ')[3]
    return bavail * bsize >= minFreeBytes && options !== undefined && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}

/** Removes the folders of test runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(shared)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) rmSync(path.join(shared, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
