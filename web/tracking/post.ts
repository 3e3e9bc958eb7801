import type { EventResult } from '#domain/events.ts'
import type { Body } from './envelope.ts'

export type PostOutcome =
  | { kind: 'answered'; results: EventResult[] }
  | { kind: 'tooLarge' }
  /** The request itself is wrong; sending it again would not help. */
  | { kind: 'refused'; status: number }
  | { kind: 'failed'; reason: 'timeout' | 'network' | 'answer'; status?: number; retryAfterMs?: number }

const timeoutMs = 8000
/** Longer waits than this are cut: a timer of more than 24.8 days fires at once. */
const longestWaitMs = 24 * 3600 * 1000

/** Posts one envelope and reads what became of it. Never throws. */
export async function post(url: string, body: Body, keepalive = false): Promise<PostOutcome> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(typeof body !== 'string' && { 'Content-Encoding': 'gzip' }),
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
  // 200 without results is some other party's page, such as a hotel network's login.
  const passing = status < 400 || status >= 500 || status === 408 || status === 429
  if (!passing) return { kind: 'refused', status }
  const retryAfterMs = readRetryAfter(response.headers)
  return { kind: 'failed', reason: 'answer', status, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function readResults(text: string): EventResult[] | undefined {
  try {
    const answer = JSON.parse(text) as { results?: EventResult[] } | null
    return Array.isArray(answer?.results) ? answer.results : undefined
  } catch {
    return undefined
  }
}

/** Retry-After in seconds or as a date, which is read against the server's own clock. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('Retry-After')
  if (!text) return undefined
  const date = Date.parse(headers.get('Date') ?? '') || Date.now()
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - date
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestWaitMs)
}
