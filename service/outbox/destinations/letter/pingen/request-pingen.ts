import { errorCode } from '#service/outgoing/post-message.ts'
import { type LetterFailure, failure } from '#service/outbox/destinations/letter/letter-service.ts'

/** A complete response. `body` is undefined if it contains no JSON. */
export interface PingenResponse {
  code: 'response'
  status: number
  body: unknown
  retryAfter: string | null
}

export interface PingenRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  timeoutMs: number
  signal: AbortSignal
}

/** Maximum size of a response. A page of letters has less than 50 KB. */
const maxResponseBytes = 1024 * 1024

/**
 * Sends one request and returns its response, whatever its status; never throws. Redirects are not followed, because
 * they would send the letter or the token to another host.
 */
export async function requestPingen(request: PingenRequest): Promise<PingenResponse | LetterFailure> {
  const { method, url, headers, body, timeoutMs, signal } = request
  try {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': 'Formlotse', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await readText(response)
    const { status } = response
    const retryAfter = response.headers.get('retry-after')
    if (text === undefined) return failure('retry', 'response too large', { status, retryAfter })
    return { code: 'response', status, body: parseJson(text), retryAfter }
  } catch (error) {
    return failure('retry', errorCode(error))
  }
}

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Statuses with which Pingen refuses the letter itself, so that a later attempt cannot succeed. */
const refusals: ReadonlySet<number> = new Set([400, 413, 415, 422])

/**
 * Returns the failure for a response that is not a success. Statuses about the account, such as 401 and 403, are
 * retried: an operator can correct the account, and the letter is not the cause.
 */
export function failureOf({ status, retryAfter, body }: PingenResponse): LetterFailure {
  const code = errorCodeOf(body)
  const error = code === undefined ? `status ${status}` : `status ${status} ${code}`
  return failure(refusals.has(status) ? 'dead' : 'retry', error, { status, retryAfter })
}

/** Returns the code of the first error of a JSON:API or OAuth error. Titles and details may contain personal data. */
function errorCodeOf(body: unknown): string | undefined {
  const { errors, error } = (body ?? {}) as { errors?: unknown; error?: unknown }
  const first = Array.isArray(errors) ? (errors[0] as { code?: unknown } | undefined)?.code : error
  return typeof first === 'string' && /^[\w.-]{1,60}$/.test(first) ? first : undefined
}
