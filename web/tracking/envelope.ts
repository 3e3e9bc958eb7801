import { deflate, gzip } from './gzip.ts'

/** A request body: JSON, or gzip of it. */
export type Body = string | Uint8Array<ArrayBuffer>

/** Below this many characters compression saves less than it costs. */
export const worthPacking = 2048

/**
 * An envelope is written in two parts. The head has what is known only when it is sent: the time and the newest events;
 * the rest can be compressed ahead. `sentAt` must be the moment of sending, because the service corrects clocks by it.
 */
export function headOf(sentAt: number, final: boolean, events: readonly string[] = []): string {
  const start = `{"sentAt":"${new Date(sentAt).toISOString()}",${final ? '"final":true,' : ''}"events":[`
  return start + events.map((event) => `${event},`).join('')
}

export function restOf(events: readonly string[], context: string): string {
  return `${events.join(',')}],"context":${context}}`
}

/** The body of an ordinary request, compressed when it is large. */
export async function bodyOf(events: readonly string[], context: string, now: () => number): Promise<Body> {
  const rest = restOf(events, context)
  const packed = rest.length > worthPacking ? await deflate(rest) : undefined
  const head = headOf(now(), false)
  return (packed && gzip(head, packed)) ?? head + rest
}
