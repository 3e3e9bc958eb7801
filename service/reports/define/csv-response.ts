import { ReadableStream as NodeStream } from 'node:stream/web'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

/** Returns whether a client requests CSV: the path ends with `.csv`, or the header `Accept` prefers CSV to JSON. */
export function wantsCsv(c: Context): boolean {
  if (c.req.path.endsWith('.csv')) return true
  const supports = ['application/json', 'text/csv']
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/csv'
}

/** Returns a response with a CSV file. `name` is the name of the file without the extension. */
export function csvResponse(c: Context, name: string, csv: string | AsyncIterable<string>): Response {
  c.header('content-type', 'text/csv; charset=utf-8; header=present')
  c.header('content-disposition', `attachment; filename="${name}.csv"`)
  return typeof csv === 'string' ? c.body(csv) : c.body(encode(csv))
}

// Chunks are produced only when the client reads, so a slow client does not make data pile up in memory. A failure
// aborts the response. If the response ended normally, the client would take an incomplete file for a complete one.
function encode(csv: AsyncIterable<string>): ReadableStream<Uint8Array> {
  // The types of Node's and the DOM's `ReadableStream` differ in name only.
  const texts = NodeStream.from(csv) as unknown as ReadableStream<string>
  return texts.pipeThrough(new TextEncoderStream())
}
