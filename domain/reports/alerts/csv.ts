import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { AlertsReport } from './shape.ts'

const columns = [
  'day',
  'kind',
  'funnel',
  'step',
  'field',
  'rule',
  'limitedTo',
  'startedAt',
  'foundAt',
  'lastAt',
  'closedAt',
  'release',
  'faulty',
  'watched',
  'faultyRate',
  'usualRate',
  'usualCount',
  'lostOrders',
  'lostRevenueCents',
] as const

/** Returns one row per alert. The funnel is left out if several have the fault. */
export function alertsCsv({ alerts }: AlertsReport): CsvTable {
  return csvTable(
    columns,
    alerts.map(({ funnels, slices, rejectedFields, ...one }) => ({
      ...one,
      funnel: funnels.length === 1 ? funnels[0] : undefined,
      field: one.field ?? (rejectedFields.length > 0 ? rejectedFields.join(' ') : undefined),
      limitedTo: slices.map(({ value }) => value).join(', ') || undefined,
    })),
  )
}
