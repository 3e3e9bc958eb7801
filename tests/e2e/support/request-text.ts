import { gunzipSync } from 'node:zlib'
import type { Request } from 'playwright/test'

/** Returns the body of a request as text. The site compresses long envelopes. */
export function requestText(request: Request): string {
  const body = request.postDataBuffer()
  if (!body) return ''
  return (request.headers()['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
}
