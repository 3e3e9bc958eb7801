import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { LiveReport } from './shape.ts'

/** Returns the report as a table, one line per minute. */
export function liveCsv({ minutes }: LiveReport): CsvTable {
  return csvTable(['minute', 'runs', 'orders'], minutes)
}
