import type { AnalyticsMessage } from '#domain/site/analytics-contract.ts'
import { type PostResult, postMessage } from '#service/outgoing/post-message.ts'

/** For the whole exchange. */
const timeoutMs = 10_000

export interface AnalyticsTarget {
  url: string
  /** Aborted when the service must go. */
  interrupted: AbortSignal
}

/** Posts a message. Never throws. */
export async function postAnalytics(
  { url, interrupted }: AnalyticsTarget,
  id: string,
  message: AnalyticsMessage,
): Promise<PostResult> {
  const body = JSON.stringify(message)
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new DOMException('too slow', 'TimeoutError')), timeoutMs)
  try {
    return await postMessage({
      url,
      headers: { 'content-length': String(Buffer.byteLength(body)), 'idempotency-key': id },
      body,
      signal: AbortSignal.any([ending.signal, interrupted]),
    })
  } finally {
    clearTimeout(timer)
  }
}
