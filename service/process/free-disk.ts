import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '#service/http/errors.ts'

/** Returns the number of free bytes on a folder's disk, excluding the space reserved for root. */
export type ReadFreeBytes = (folder: string) => Promise<number>

export interface FreeDiskOptions {
  /** Folders that the service writes to. The disk with the least free space counts. */
  folders: readonly string[]
  /** Value of the setting MIN_FREE_DISK, in bytes. */
  floor: number
  /** Returns the time of a monotonic clock, in ms. */
  now?: () => number
  readFreeBytes?: ReadFreeBytes
}

export type FreeDisk = ReturnType<typeof createFreeDisk>

/** Minimum time between two measurements, in ms. Requests in between use the result of the last measurement. */
const measureEveryMs = 1000
const retrySeconds = 30

/** Watches the free space of the disks that the service writes to. */
export function createFreeDisk({ folders, floor, now, readFreeBytes = freeBytesOf }: FreeDiskOptions) {
  const clock = now ?? (() => performance.now())
  let measuredAt = Number.NEGATIVE_INFINITY
  let found: Promise<number | undefined> = Promise.resolve(undefined)

  /** Returns the number of free bytes on the disk with the least free space; undefined if a disk cannot be measured. */
  function bytes(): Promise<number | undefined> {
    if (clock() - measuredAt < measureEveryMs) return found
    measuredAt = clock()
    found = Promise.all(folders.map((folder) => readFreeBytes(folder))).then(
      (all) => (all.length === 0 ? undefined : Math.min(...all)),
      // A disk that cannot be measured does not block requests. If the disk is full, the writes themselves fail.
      () => undefined,
    )
    return found
  }

  async function isLow(): Promise<boolean> {
    const free = await bytes()
    return free !== undefined && free < floor
  }

  return {
    bytes,
    isLow,
    /** Returns the notes about the disk for /readyz. */
    async notes(): Promise<string[]> {
      if (!(await isLow())) return []
      const [free, least] = [await bytes(), floor].map((size) => Math.floor((size ?? 0) / 1024 / 1024))
      return [
        `Free disk space is ${free} MB, below MIN_FREE_DISK (${least} MB): only orders, payments and withdrawals are accepted.`,
      ]
    },
  }
}

export function lowDisk(): Problem {
  return new Problem({
    status: 503,
    type: 'low-disk',
    title: 'The service is short of disk space',
    detail: 'Only orders, payments and withdrawals are accepted now. Try again later.',
    retryAfter: retrySeconds,
  })
}

/**
 * Returns the number of free bytes on a folder's disk. If the folder does not exist yet, measures the disk of its
 * parent folder, on which it will be created.
 */
async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const parent = path.dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error
    return freeBytesOf(parent)
  }
}
