import type { CsvList } from '#domain/reports/csv.ts'
import type { ConversionRow } from './shape.ts'

/** Table of the paid orders with what an ad platform learns of them. */
export const conversionsCsv: CsvList<ConversionRow> = {
  columns: [
    'orderNumber',
    'runId',
    'funnel',
    'time',
    'conversionState',
    'priceCents',
    'conversionCents',
    'retractedAt',
  ],
  cells: ({ state, ...row }) => ({ ...row, conversionState: state }),
}
