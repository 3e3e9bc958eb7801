import type { AnalyticsMessage } from '#domain/analytics-contract.ts'
import { postMessage } from '#service/forwarding/post-message.ts'

/** For the whole exchange. */
const timeoutMs = 10_000

export interface AnalyticsTarget {
  url: string
  /** Aborted when the service must go. */
  interrupted: AbortSignal
}

/** Posts a message; undefined when it was taken with 2xx, else why not, in words that tell nothing of what was sent. */
export async function postAnalytics(
  { url, interrupted }: AnalyticsTarget,
  id: string,
  message: AnalyticsMessage,
): Promise<string | undefined> {
  const body = JSON.stringify(message)
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new DOMException('too slow', 'TimeoutError')), timeoutMs)
  try {
    const { delivered, error } = await postMessage({
      url,
      headers: { 'content-length': String(Buffer.byteLength(body)), 'idempotency-key': id },
      body,
      signal: AbortSignal.any([ending.signal, interrupted]),
    })
    return delivered ? undefined : (error ?? 'unknown')
  } finally {
    clearTimeout(timer)
  }
}
