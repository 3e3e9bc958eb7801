import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { StreamedBody } from './streamed-body.ts'

/** Result of one request. */
export interface PostResult {
  /** Whether a complete 2xx response was received. */
  delivered: boolean
  /** Null if there was no response. */
  status: number | null
  /** A code without any content of the request, such as `status 500`, `timeout` or `ECONNREFUSED`. */
  error: string | null
  /** `Retry-After` header of the response. */
  retryAfter: string | null
}

export interface PostRequest {
  url: string
  /** Must include Content-Length. */
  headers: Record<string, string>
  body: string | StreamedBody
  /** Aborts the request, also while the response is being read. */
  signal: AbortSignal
}

/** Maximum number of bytes read from a response. Its content is ignored; reading it lets the connection be reused. */
const maxResponseBytes = 64 * 1024

/**
 * Sends a request and returns its result; never throws. Redirects are not followed, because they would send the data
 * to another host. Uses `node:http`, because the garbage of `fetch` cost as much CPU time as sending the message.
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
    // A response that was aborted here fails like one that the receiver aborted.
    const reason: unknown = request.signal.aborted ? request.signal.reason : error
    return { delivered: false, status, error: errorCode(reason), retryAfter }
  }
}

/** Resolves when the head of the response has arrived. */
function send({ url, headers, body, signal }: PostRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Formlotse', ...headers },
    })
    // Also handles errors after the head: the promise is settled by then, and reading the response fails on its own.
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    // The option `signal` also waits for the end of the request, which costs as much as the request itself.
    const abort = () => void outgoing.destroy(signal.reason as Error)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    if (typeof body === 'string') outgoing.end(body)
    else pipeline(body.read(), outgoing).catch(reject)
  })
}

/** Reads the response to its end. Events are several times as fast as `for await`, and most responses have no body. */
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
    // Follows `end` and `error`, so it rejects only if neither was emitted.
    response.on('close', () => reject(new Error('the response ended early')))
  })
}

/** Returns a code of an error that is safe to log; its message might contain an address or a value. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (error.name === 'TimeoutError') return 'timeout'
  const code =
    'code' in error ? error.code : cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}
