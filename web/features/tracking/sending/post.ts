import type { EventResult } from '#domain/events/wire-events.ts'
import { readRetryAfter } from '#domain/time/retry-after.ts'
import type { Body } from './envelope.ts'

export type PostOutcome =
  | { kind: 'answered'; results: EventResult[] }
  | { kind: 'tooLarge' }
  /** The request is invalid. A retry would fail again. */
  | { kind: 'refused'; status: number }
  | { kind: 'failed'; reason: 'timeout' | 'network' | 'response'; status?: number; retryAfterMs?: number }

const defaultTimeoutMs = 8000

interface PostOptions {
  keepalive?: boolean
  /** Time after which the request is aborted. Default 8 s. */
  timeoutMs?: number
  headers?: Record<string, string>
}

/** Posts a request body with events and returns the outcome of the request. Never throws. */
export async function post(
  url: string,
  body: Body,
  { keepalive = false, timeoutMs = defaultTimeoutMs, headers }: PostOptions = {},
): Promise<PostOutcome> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(typeof body !== 'string' && { 'Content-Encoding': 'gzip' }),
        ...headers,
      },
      body,
      keepalive,
      signal: controller.signal,
    })
    return await readResponse(response)
  } catch {
    return { kind: 'failed', reason: controller.signal.aborted ? 'timeout' : 'network' }
  } finally {
    clearTimeout(timer)
  }
}

async function readResponse(response: Response): Promise<PostOutcome> {
  const { status } = response
  if (response.ok || status === 422) {
    const results = readResults(await response.text())
    if (results) return { kind: 'answered', results }
  }
  if (status === 413) return { kind: 'tooLarge' }
  // Status 200 without results is treated as a temporary failure. Such a response is not from the service, but for
  // example from the login page of a hotel network.
  const passing = status < 400 || status >= 500 || status === 408 || status === 429
  if (!passing) return { kind: 'refused', status }
  // Interpret Retry-After relative to the clock of the server, because the visitor's clock may be wrong.
  const serverTime = Date.parse(response.headers.get('Date') ?? '') || Date.now()
  const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'), serverTime)
  return { kind: 'failed', reason: 'response', status, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function readResults(text: string): EventResult[] | undefined {
  try {
    const body = JSON.parse(text) as { results?: EventResult[] } | null
    return Array.isArray(body?.results) ? body.results : undefined
  } catch {
    return undefined
  }
}
