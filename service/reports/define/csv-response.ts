import { ReadableStream as NodeStream } from 'node:stream/web'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { type CsvDialect, machineCsv } from '#domain/reports/csv.ts'
import { germanCsv } from '#domain/reports/german-csv.ts'

/**
 * Returns how a client requests CSV, or undefined if it requests JSON: by the end of the path, `.csv` for machines and
 * `.de.csv` for German spreadsheets, or by a header `Accept` that prefers CSV to JSON.
 */
export function csvDialectOf(c: Context, { funnel }: { funnel?: unknown }): CsvDialect | undefined {
  const { path } = c.req
  if (path.endsWith('.de.csv')) return germanCsv(typeof funnel === 'string' ? funnel : undefined)
  if (path.endsWith('.csv')) return machineCsv
  const supports = ['application/json', 'text/csv']
  const accepted = accepts(c, { header: 'Accept', supports, default: 'application/json' })
  return accepted === 'text/csv' ? machineCsv : undefined
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
