import { csvTable } from '#domain/reports/csv.ts'
import type { LiveReport } from './shape.ts'

/** Returns the report as CSV, one line per minute. */
export function liveCsv({ minutes }: LiveReport): string {
  return csvTable(['minute', 'runs', 'orders'], minutes)
}
