import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { FulfilmentReport } from './shape.ts'

const columns = [
  'record',
  'key',
  'ordered',
  'paid',
  'sent',
  'paidRate',
  'sentRate',
  'medianPaidSeconds',
  'medianSentSeconds',
  'failed',
  'withdrawn',
  'refunded',
] as const

/** Returns the report as a table: one line per key, then the totals. */
export function fulfilmentCsv({ rows, totals }: FulfilmentReport): CsvTable {
  return csvTable(columns, [
    ...rows.map((row) => ({ record: 'row', ...row })),
    { record: 'total', ...totals },
  ])
}
