import type { AnalyticsMessage } from '#domain/site/analytics-contract.ts'
import { type PostResult, postMessage } from '#service/outgoing/post-message.ts'

/** Time limit for the request and its response together, in ms. */
const timeoutMs = 10_000

export interface AnalyticsTarget {
  url: string
  /** Aborted when the shutdown stops waiting for requests in flight. */
  interrupted: AbortSignal
}

/** Posts a message to the analytics service. Never throws; a failure is part of the result. */
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
