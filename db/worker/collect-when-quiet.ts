import process from 'node:process'
import { type HeapInfo, getHeapStatistics } from 'node:v8'

/** Interval between two checks in ms. */
const checkEveryMs = 60_000

/**
 * Maximum share of a core that a quiet thread uses: timers and health checks take less than 0.01, deliveries after a peak up
 * to 0.07.
 */
const quietShare = 0.1

/** Minimum number of bytes by which the memory must have grown since the last collection to be worth another one. */
const minGrowth = 4 * 1024 * 1024

export interface ThreadMemory {
  /** Returns the processor time that this thread has used, in ms. */
  usedMs: () => number
  /** Returns the size in bytes of the heap and of what it refers to. */
  size: () => number
  collect: () => void
}

/**
 * Collects the garbage of the calling thread when the thread was quiet for a minute. Otherwise V8 would keep the memory
 * of the last peak, because it collects garbage only when a thread allocates memory. A collection takes 0.1 to 0.2 s, for
 * which a request that arrives meanwhile waits. Does nothing without the flag `--expose-gc`, which `npm start` sets.
 */
export function collectWhenQuiet(everyMs = checkEveryMs): void {
  const { gc } = globalThis
  if (!gc) return
  const thread: ThreadMemory = {
    usedMs: () => processorTime(process.threadCpuUsage()),
    size: () => sizeOf(getHeapStatistics()),
    // Only this flavor moves objects together and returns the freed pages to the operating system.
    collect: () => gc({ type: 'major', flavor: 'last-resort' }),
  }
  const check = createCheck(thread, everyMs * quietShare)
  setInterval(check, everyMs).unref()
}

/** Creates the function that is called regularly and collects if the thread has used at most `quietMs` since the last call. */
export function createCheck({ usedMs, size, collect }: ThreadMemory, quietMs: number): () => void {
  let before = usedMs()
  let sizeBefore = 0
  return () => {
    const isQuiet = usedMs() - before <= quietMs
    if (isQuiet && size() >= sizeBefore + minGrowth) {
      collect()
      sizeBefore = size()
    }
    before = usedMs()
  }
}

const processorTime = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

const sizeOf = ({ total_heap_size: heap, external_memory: external }: HeapInfo) => heap + external
