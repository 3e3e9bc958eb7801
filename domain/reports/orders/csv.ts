import { csvLine, csvTable } from '#domain/reports/csv.ts'
import type { ReportedOrder } from './shape.ts'

const orderColumns = [
  'number',
  'funnel',
  'time',
  'priceCents',
  'status',
  'source',
  'runId',
  'delivery',
  'testPayment',
  'robot',
] as const

/** Returns only the header line of the CSV file. The caller writes the rows page by page. */
export function ordersCsvHead(): string {
  return csvTable(orderColumns, [])
}

export function ordersCsvLines(orders: readonly ReportedOrder[]): string {
  return orders
    .map((order) => ({ ...order, delivery: order.delivery?.state }))
    .map((order) => csvLine(orderColumns.map((column) => order[column])))
    .join('')
}
