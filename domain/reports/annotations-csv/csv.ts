import { alertTitle } from '#domain/reports/alerts/words.ts'
import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { AnnotationsReport } from '#domain/reports/annotations/shape.ts'

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
  'step',
  'field',
  'rule',
  'lostRevenueCents',
] as const

/** Returns one row per annotation. That of an alert has the title of the alert. */
export function annotationsCsv({ annotations }: AnnotationsReport): CsvTable {
  return csvTable(
    columns,
    annotations.map(({ effect, alert, ...one }) => ({
      ...one,
      step: alert?.step,
      field: alert?.field,
      rule: alert?.rule,
      title: one.title ?? (alert ? alertTitle(alert) : undefined),
      lostRevenueCents: alert?.lostRevenueCents,
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
