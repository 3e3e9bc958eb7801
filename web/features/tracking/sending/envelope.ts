import { deflate, gzip } from './gzip.ts'

/** Body of a request: a JSON text or its gzip-compressed bytes. */
export type Body = string | Uint8Array<ArrayBuffer>

/** Maximum number of characters of an uncompressed body. Compressing smaller bodies would cost more than it saves. */
export const compressionThreshold = 2048

/**
 * Returns the start of a request body: the time of sending and `events`. `restOf` returns the rest of the body, which
 * can be compressed before the time of sending is known. `sentAt` must be the exact time of sending, because the
 * service uses it to correct the times of the visitor's clock.
 */
export function headOf(sentAt: number, final: boolean, events: readonly string[] = []): string {
  const start = `{"sentAt":"${new Date(sentAt).toISOString()}",${final ? '"final":true,' : ''}"events":[`
  return start + events.map((event) => `${event},`).join('')
}

export function restOf(events: readonly string[], context: string): string {
  return `${events.join(',')}],"context":${context}}`
}

interface Events {
  events: readonly string[]
  context: string
  /** Whether the service must commit the events at once, instead of waiting for further events. */
  final?: boolean
}

/** Returns the body of a request that is not sent while the page is being unloaded. A large body is compressed. */
export async function bodyOf({ events, context, final = false }: Events, now: () => number): Promise<Body> {
  const rest = restOf(events, context)
  const packed = rest.length > compressionThreshold ? await deflate(rest) : undefined
  const head = headOf(now(), final)
  return (packed && gzip(head, packed)) ?? head + rest
}
