import type { Logger } from 'pino'
import { errorCode } from '#service/outgoing/post-message.ts'

/**
 * The response of a provider, or an error code that contains nothing of the request: `timeout`, `status 500`.
 */
export type Asked = { kind: 'answer'; body: unknown } | { kind: 'failed'; error: string }

export type AskProvider = (url: URL, init?: ProviderRequest) => Promise<Asked>

export interface ProviderRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface ProviderOptions {
  /** Name of the provider in the log. */
  name: string
  log: Logger
  /** ms since the epoch */
  now: () => number
  timeoutMs?: number
  /** Pause after an outage, in ms, so that only one visitor has to wait for the timeout. */
  restMs?: number
  /**
   * Pause after a 429, in ms. It is short, because a few clients can provoke it and must not stop the lookups
   * of all.
   */
  limitedRestMs?: number
  /** Maximum number of concurrent requests; further ones fail at once instead of waiting. */
  atOnce?: number
}

const longestAnswer = 256 * 1024

/**
 * Returns a function that requests JSON from an external service, with limits on time, size and concurrency.
 * It never throws, because a failed lookup must not block a visitor. Redirects count as failures, because
 * they would send personal data, and requests of this service, to another host.
 */
export function createProvider(options: ProviderOptions): AskProvider {
  const { name, log, now, timeoutMs = 3000, restMs = 30_000, limitedRestMs = 1000, atOnce = 32 } = options
  let restUntil = 0
  let silentUntil = 0
  let asking = 0

  return async (url, init = {}) => {
    if (now() < restUntil) return { kind: 'failed', error: 'resting' }
    if (asking >= atOnce) return { kind: 'failed', error: 'busy' }
    asking += 1
    try {
      const { asked, outage } = await ask(url, init, timeoutMs)
      if (asked.kind === 'failed' && outage) {
        restUntil = now() + (asked.error === 'status 429' ? limitedRestMs : restMs)
        if (now() >= silentUntil)
          log.warn({ provider: name, error: asked.error }, 'a lookup provider is unavailable')
        silentUntil = now() + restMs
      }
      return asked
    } finally {
      asking -= 1
    }
  }
}

/**
 * Sends one request and classifies a failure: an outage concerns the provider as a whole, so lookups pause
 * after it.
 */
async function ask(
  url: URL,
  init: ProviderRequest,
  timeoutMs: number,
): Promise<{ asked: Asked; outage: boolean }> {
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
      return { asked: { kind: 'failed', error: `status ${status}` }, outage }
    }
    return { asked: readJson(await readText(response)), outage: false }
  } catch (error) {
    return { asked: { kind: 'failed', error: errorCode(error) }, outage: true }
  }
}

/** Returns undefined if the response is too long. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the rest of the response.
    if (size > longestAnswer) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function readJson(text: string | undefined): Asked {
  if (text === undefined) return { kind: 'failed', error: 'too large' }
  try {
    return { kind: 'answer', body: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'failed', error: 'not JSON' }
  }
}
