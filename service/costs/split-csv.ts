import { CsvError, parse } from 'csv-parse/sync'
import type { CostLine } from '#domain/costs/read-rows.ts'
import { type CostError, costError } from '#domain/operations/cost-errors.ts'

/**
 * Splits a CSV file into lines of cells without white space around them. Lines without any text are left out. The
 * separator is the comma, semicolon or tab that the first line has most often. Returns a fault if quotes are wrong.
 */
export function splitCsv(text: string): CostLine[] | CostError {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1
    const allowed = 'quotes around a whole cell, and doubled within it'
    return costError({ line, column: null, code: 'quotes', read: '', allowed })
  }
}

function delimiterOf(text: string): string {
  const head = text.trimStart().split(/[\r\n]/, 1)[0]!
  const count = (delimiter: string) => head.split(delimiter).length
  return [';', '\t', ','].toSorted((a, b) => count(b) - count(a))[0]!
}

/**
 * Decodes a file of unknown encoding: UTF-16 with a byte order mark, as Excel writes Unicode text, otherwise UTF-8 or,
 * if it is not valid, Windows-1252, as German versions of Excel write CSV.
 */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
