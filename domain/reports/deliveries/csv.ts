import { csvLine, csvTable } from '#domain/reports/csv.ts'
import type { DeliveriesReport } from './shape.ts'

const deliveryColumns = [
  'id',
  'position',
  'runId',
  'eventType',
  'sequence',
  'state',
  'attempts',
  'createdAt',
  'nextAttemptAt',
  'finishedAt',
] as const

/** Returns only the header line of the CSV file. The caller writes the rows page by page. */
export function deliveriesCsvHead(): string {
  return csvTable(deliveryColumns, [])
}

export function deliveriesCsvLines(rows: DeliveriesReport['rows']): string {
  return rows.map((row) => csvLine(deliveryColumns.map((column) => row[column]))).join('')
}
