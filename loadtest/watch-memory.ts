import { readFileSync } from 'node:fs'
import type { TargetMember } from './target.ts'

export interface MemorySample {
  /** ms since the epoch */
  at: number
  bytes: number
}

/** How much memory each process holds, every second; nothing where the system does not tell. */
export function watchMemory(services: readonly TargetMember[]) {
  const samples = new Map<string, MemorySample[]>(services.map(({ name }) => [name, []]))
  const timer = setInterval(() => {
    for (const { name, pid } of services) {
      const bytes = residentBytes(pid())
      if (bytes !== undefined) samples.get(name)!.push({ at: Date.now(), bytes })
    }
  }, 1000)
  return {
    samples: samples as ReadonlyMap<string, readonly MemorySample[]>,
    stop: () => clearInterval(timer),
  }
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
