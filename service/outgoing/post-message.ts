import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { StreamedBody } from './streamed-body.ts'

/** What came of one request. */
export interface PostResult {
  /** A 2xx answer that was received whole. */
  delivered: boolean
  /** Null when no answer came. */
  status: number | null
  /** A code that tells nothing of what was sent: `status 500`, `timeout`, `ECONNREFUSED`. */
  error: string | null
  retryAfter: string | null
}

export interface PostRequest {
  url: string
  /** With Content-Length. */
  headers: Record<string, string>
  body: string | StreamedBody
  /** Ends the request, and the reading of the answer too. */
  signal: AbortSignal
}

/** An answer's body says nothing to us. It is read to reuse the connection, up to this many bytes. */
const longestAnswer = 64 * 1024

/**
 * Never throws: a failed request is a result. Redirects are not followed, since they would lead data elsewhere.
 * By `node:http`, because what `fetch` leaves behind for each message cost as much as sending it.
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
    // An answer that was broken off by us looks as if the receiver had.
    const reason: unknown = request.signal.aborted ? request.signal.reason : error
    return { delivered: false, status, error: errorCode(reason), retryAfter }
  }
}

/** Resolves with the head of the answer. */
function send({ url, headers, body, signal }: PostRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Formlotse', ...headers },
    })
    // Also after the head, when nobody waits for it any more: reading the answer then fails by itself.
    outgoing.on('error', reject)
    outgoing.on('response', resolve)
    // Not by the option `signal`, whose watch over the end of the request costs as much as the request.
    const breakOff = () => void outgoing.destroy(signal.reason as Error)
    if (signal.aborted) return breakOff()
    signal.addEventListener('abort', breakOff)
    if (typeof body === 'string') outgoing.end(body)
    else pipeline(body.read(), outgoing).catch(reject)
  })
}

/** By events: a loop over the stream took several times as long, and most answers have no body. */
function drain(response: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let read = 0
    response.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read <= longestAnswer) return
      resolve()
      response.destroy()
    })
    response.on('end', resolve)
    response.on('error', reject)
    // Last of all, so that it says something only where nothing else did.
    response.on('close', () => reject(new Error('the answer broke off')))
  })
}

/** Name of a failure that is safe to log: a message might quote an address or a value. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (error.name === 'TimeoutError') return 'timeout'
  const code =
    'code' in error ? error.code : cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}
