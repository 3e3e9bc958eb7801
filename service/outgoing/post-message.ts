import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { StreamedBody } from './streamed-body.ts'

/** Result of sending one request. */
export interface PostResult {
  /** Whether a complete 2xx response was received. */
  delivered: boolean
  /** HTTP status of the response; null if there was no response. */
  status: number | null
  /**
   * Code of the failure, such as `status 500`, `timeout` or `ECONNREFUSED`. It never includes any content of the
   * request.
   */
  error: string | null
  /** `Retry-After` header of the response; null if there was none. */
  retryAfter: string | null
}

export interface PostRequest {
  url: string
  /** Must include Content-Length. */
  headers: Record<string, string>
  body: string | StreamedBody
  /** Signal that aborts the request, even while the response is being read. */
  signal: AbortSignal
}

/**
 * Maximum number of bytes read from a response. The content is ignored, but it must be read before the connection can
 * be reused.
 */
const maxResponseBytes = 64 * 1024

/**
 * Sends a request and returns its result; never throws. Redirects are not followed, because they would send the data to
 * another host. Uses `node:http`: with `fetch`, garbage collection took as much CPU time as sending the message.
 */
export async function postMessage(request: PostRequest): Promise<PostResult> {
  let status: number | null = null
  let retryAfter: string | null = null
  try {
    const response = await send(request)
    status = response.statusCode!
    retryAfter = response.headers['retry-after'] ?? null
    await drain(response)
    const delivered = status >= 200 && status < 300
    return { delivered, status, error: delivered ? null : `status ${status}`, retryAfter }
  } catch (error) {
    // An aborted request fails with the same error as a connection closed by the receiver. The signal tells which of
    // the two happened.
    const reason: unknown = request.signal.aborted ? request.signal.reason : error
    return { delivered: false, status, error: errorCode(reason), retryAfter }
  }
}

/** Sends the request. Resolves when the head of the response has arrived. */
function send({ url, headers, body, signal }: PostRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Formlotse', ...headers },
    })
    // The promise is settled when the head of the response has arrived. After that, `reject` has no effect; `drain`
    // reports errors of the response.
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    // Node's request option `signal` is not used, because it costs as much CPU time as the request itself.
    const abort = () => void outgoing.destroy(signal.reason as Error)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    if (typeof body === 'string') outgoing.end(body)
    else pipeline(body.read(), outgoing).catch(reject)
  })
}

/** Reads and discards the response up to its end. Uses events, because `for await` is several times slower. */
function drain(response: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let read = 0
    response.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read <= maxResponseBytes) return
      resolve()
      response.destroy()
    })
    response.on('end', resolve)
    response.on('error', reject)
    // `close` is always emitted last. The rejection has an effect only if neither `end` nor `error` was emitted before.
    response.on('close', () => reject(new Error('the response ended early')))
  })
}

/**
 * Returns a code for an error. The code is safe to log. The error's message is not: it might contain an address or a
 * value.
 */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (error.name === 'TimeoutError') return 'timeout'
  const code =
    'code' in error ? error.code : cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}
