import { Readable } from 'node:stream'
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
  headers: Record<string, string>
  body: string | StreamedBody
  /** Ends the request, and the reading of the answer too. */
  signal: AbortSignal
}

/** An answer's body says nothing to us. It is read to reuse the connection, up to this many bytes. */
const longestAnswer = 64 * 1024

/** Never throws: a failed request is a result. Redirects are not followed, since they would lead data elsewhere. */
export async function postMessage(request: PostRequest): Promise<PostResult> {
  let status: number | null = null
  let retryAfter: string | null = null
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Formlotse',
        ...request.headers,
      },
      ...bodyOf(request.body),
      redirect: 'manual',
      signal: request.signal,
    })
    status = response.status
    retryAfter = response.headers.get('retry-after')
    await drain(response)
    return { delivered: response.ok, status, error: response.ok ? null : `status ${status}`, retryAfter }
  } catch (error) {
    return { delivered: false, status, error: errorCode(error), retryAfter }
  }
}

function bodyOf(body: string | StreamedBody): RequestInit {
  if (typeof body === 'string') return { body }
  const stream = Readable.toWeb(Readable.from(body.read(), { objectMode: false })) as ReadableStream
  // Named by the fetch standard, and wanted by Node, for a body that is a stream.
  return { body: stream, duplex: 'half' } as RequestInit
}

async function drain(response: Response): Promise<void> {
  let read = 0
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (read > longestAnswer) return
  }
}

/** Name of a failure that is safe to log: a message might quote an address or a value. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return 'timeout'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error.name
}
