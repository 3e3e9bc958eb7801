import type { Logger } from 'pino'
import { errorCode } from '#service/outgoing/post-message.ts'

/** Response of a provider, or an error like `timeout` or `status 500`. The error contains no data of the request. */
export type ProviderResult = { kind: 'response'; body: unknown } | { kind: 'failed'; error: string }

export type RequestProvider = (url: URL, init?: ProviderRequest) => Promise<ProviderResult>

export interface ProviderRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface ProviderOptions {
  /** Name of the provider in the log. */
  name: string
  log: Logger
  /** Returns the current time, in ms since the epoch. */
  now: () => number
  timeoutMs?: number
  /**
   * Length of the pause after an outage, in ms. Requests during the pause fail without being sent. Otherwise, every
   * visitor would have to wait for the timeout.
   */
  pauseMs?: number
  /**
   * Length of the pause after a 429 response, in ms. It is short, because a few clients can provoke a 429 response, and
   * they must not stop the lookups of all other clients.
   */
  limitedPauseMs?: number
  /** Maximum number of concurrent requests. Further requests fail immediately instead of waiting. */
  maxConcurrent?: number
}

const maxResponseBytes = 256 * 1024

/**
 * Returns a function that requests JSON from an external service, with limits on time, size and concurrency. It never
 * throws, because a failed lookup must not block a visitor. Redirects count as failures: if they were followed,
 * personal data would be sent to another host.
 */
export function createProvider(options: ProviderOptions): RequestProvider {
  const {
    name,
    log,
    now,
    timeoutMs = 3000,
    pauseMs = 30_000,
    limitedPauseMs = 1000,
    maxConcurrent = 32,
  } = options
  let pausedUntil = 0
  let nextWarningAt = 0
  let inFlight = 0

  return async (url, init = {}) => {
    if (now() < pausedUntil) return { kind: 'failed', error: 'paused' }
    if (inFlight >= maxConcurrent) return { kind: 'failed', error: 'busy' }
    inFlight += 1
    try {
      const { result, outage } = await send(url, init, timeoutMs)
      if (result.kind === 'failed' && outage) {
        pausedUntil = now() + (result.error === 'status 429' ? limitedPauseMs : pauseMs)
        if (now() >= nextWarningAt) {
          log.warn({ provider: name, error: result.error }, 'a lookup provider is unavailable')
          nextWarningAt = now() + pauseMs
        }
      }
      return result
    } finally {
      inFlight -= 1
    }
  }
}

/** Sends one request. `outage` is true if further requests would probably fail as well, so that lookups must pause. */
async function send(
  url: URL,
  init: ProviderRequest,
  timeoutMs: number,
): Promise<{ result: ProviderResult; outage: boolean }> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': 'Formlotse', ...init.headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { ok, status } = response
    if (!ok) {
      await response.body?.cancel()
      const outage = status >= 500 || status === 429 || status === 403 || status === 401 || status < 400
      return { result: { kind: 'failed', error: `status ${status}` }, outage }
    }
    return { result: readJson(await readText(response)), outage: false }
  } catch (error) {
    return { result: { kind: 'failed', error: errorCode(error) }, outage: true }
  }
}

/** Returns the text of a response, or undefined if it is too long. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Returning from this loop cancels the response, so the rest is not downloaded.
    if (size > maxResponseBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function readJson(text: string | undefined): ProviderResult {
  if (text === undefined) return { kind: 'failed', error: 'too large' }
  try {
    return { kind: 'response', body: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'failed', error: 'not JSON' }
  }
}
