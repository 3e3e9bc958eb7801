import { readFileSync } from 'node:fs'
import type { TargetMember } from './target.ts'

/** Resident memory of a process in bytes. */
export interface MemoryUse {
  peak: number
  last: number
}

/**
 * Reads the resident memory of each service every second until `stop` is called. On systems without /proc, `use` stays
 * empty.
 */
export function watchMemory(services: readonly TargetMember[]) {
  const use = new Map<string, MemoryUse>()
  const timer = setInterval(() => {
    for (const { name, pid } of services) {
      const bytes = residentBytes(pid())
      if (bytes === undefined) continue
      use.set(name, { peak: Math.max(bytes, use.get(name)?.peak ?? 0), last: bytes })
    }
  }, 1000)
  return { use: use as ReadonlyMap<string, MemoryUse>, stop: () => clearInterval(timer) }
}

function residentBytes(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
