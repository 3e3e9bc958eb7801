import type { CsvList } from '#domain/reports/csv.ts'
import type { ReportedOrder } from './shape.ts'

/** Table of the orders. */
export const ordersCsv: CsvList<ReportedOrder> = {
  columns: [
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
    'netRevenueCents',
  ],
  cells: ({ delivery, ...order }) => ({ ...order, delivery: delivery?.state }),
}
