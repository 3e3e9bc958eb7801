import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { AnnotationsReport } from './shape.ts'

const columns = [
  'day',
  'kind',
  'funnel',
  'subject',
  'title',
  'text',
  'runsBefore',
  'ordersBefore',
  'runsAfter',
  'ordersAfter',
  'difference',
  'differenceLow',
  'differenceHigh',
] as const

export function annotationsCsv({ annotations }: AnnotationsReport): CsvTable {
  return csvTable(
    columns,
    annotations.map(({ effect, ...one }) => ({
      ...one,
      runsBefore: effect?.before.runs,
      ordersBefore: effect?.before.orders,
      runsAfter: effect?.after.runs,
      ordersAfter: effect?.after.orders,
      difference: effect?.difference?.value,
      differenceLow: effect?.difference?.low,
      differenceHigh: effect?.difference?.high,
    })),
  )
}
