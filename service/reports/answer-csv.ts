import { ReadableStream as NodeStream } from 'node:stream/web'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

/** By the ending of the path, else by `Accept`; JSON when both leave it open. */
export function wantsCsv(c: Context): boolean {
  if (c.req.path.endsWith('.csv')) return true
  const supports = ['application/json', 'text/csv']
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/csv'
}

/** Answers a CSV file; `name` is what it is saved as, without ending. */
export function answerCsv(c: Context, name: string, csv: string | AsyncIterable<string>): Response {
  c.header('content-type', 'text/csv; charset=utf-8; header=present')
  c.header('content-disposition', `attachment; filename="${name}.csv"`)
  return typeof csv === 'string' ? c.body(csv) : c.body(encode(csv))
}

// Pulled line by line, so a slow reader holds nothing in memory; a failure breaks the answer off instead of ending it.
function encode(csv: AsyncIterable<string>): ReadableStream<Uint8Array> {
  // Node's type and that of the DOM differ in name only.
  const texts = NodeStream.from(csv) as unknown as ReadableStream<string>
  return texts.pipeThrough(new TextEncoderStream())
}
