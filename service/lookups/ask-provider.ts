import type { Logger } from 'pino'
import { errorCode } from '#service/forwarding/post-message.ts'

/** What a provider answered, or a code that tells nothing of what was asked: `timeout`, `status 500`. */
export type Asked = { kind: 'answer'; body: unknown } | { kind: 'failed'; error: string }

export type AskProvider = (url: URL, init?: ProviderRequest) => Promise<Asked>

export interface ProviderRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface ProviderOptions {
  /** For the log. */
  name: string
  log: Logger
  /** ms since the epoch */
  now: () => number
  timeoutMs?: number
  /** So long nobody is asked after an outage, so that it costs one visitor the timeout and not all. */
  restMs?: number
  /** Requests at once; one more fails at once instead of waiting. */
  atOnce?: number
}

const longestAnswer = 256 * 1024

/**
 * Asks an outside service for JSON, within bounds of time, size and number. Never throws: no lookup may stop a visitor.
 * Redirects are failures, since they would lead personal data, and this service's requests, elsewhere.
 */
export function createProvider(options: ProviderOptions): AskProvider {
  const { name, log, now, timeoutMs = 3000, restMs = 30_000, atOnce = 32 } = options
  let restUntil = 0
  let asking = 0

  return async (url, init = {}) => {
    if (now() < restUntil) return { kind: 'failed', error: 'resting' }
    if (asking >= atOnce) return { kind: 'failed', error: 'busy' }
    asking += 1
    try {
      const { asked, outage } = await ask(url, init, timeoutMs)
      if (asked.kind === 'failed' && outage) {
        restUntil = now() + restMs
        log.warn({ provider: name, error: asked.error }, 'a provider of lookups cannot be asked')
      }
      return asked
    } finally {
      asking -= 1
    }
  }
}

/** An outage is the provider's, not that of one question: nothing is asked for a while after it. */
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

/** Undefined when it is too long. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the rest.
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
