import { closeSync, openSync, readSync } from 'node:fs'

/** Random bytes that stand for what must be gone. */
export type Traces = Uint8Array[]

const chunkBytes = 1 << 20

/** Whether the bytes of any trace are anywhere in a file. One pass, however many traces there are. */
export function findTraces(file: string, traces: Traces): boolean {
  const longest = Math.max(0, ...traces.map((trace) => trace.length))
  if (longest === 0) return false
  const byStart = groupByStart(traces)
  const buffer = Buffer.allocUnsafe(chunkBytes + longest)
  const descriptor = openSync(file, 'r')
  try {
    let carried = 0
    for (;;) {
      const read = readSync(descriptor, buffer, carried, chunkBytes, null)
      if (read === 0) return false
      const filled = carried + read
      if (contains(buffer.subarray(0, filled), byStart)) return true
      // A trace may lie across two chunks.
      carried = Math.min(longest - 1, filled)
      buffer.copyWithin(0, filled - carried, filled)
    }
  } finally {
    closeSync(descriptor)
  }
}

type ByStart = (Buffer[] | undefined)[]

/** By their first two bytes, so that most places of the file are passed by one look. */
function groupByStart(traces: Traces): ByStart {
  const byStart: ByStart = Array.from({ length: 1 << 16 })
  for (const trace of traces.map((bytes) => Buffer.from(bytes))) {
    const start = trace.readUInt16LE(0)
    byStart[start] = [...(byStart[start] ?? []), trace]
  }
  return byStart
}

function contains(bytes: Buffer, byStart: ByStart): boolean {
  for (let at = 0; at + 1 < bytes.length; at++) {
    const starting = byStart[bytes[at]! | (bytes[at + 1]! << 8)]
    if (starting?.some((trace) => trace.compare(bytes, at, Math.min(at + trace.length, bytes.length)) === 0))
      return true
  }
  return false
}
