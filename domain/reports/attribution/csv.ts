import { attributionModels } from '#domain/attribution/credit-touches.ts'
import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import { withDayOf } from '#domain/reports/day-of.ts'
import type { AttributionReport, ModelsReport } from './shape.ts'

const attributionColumns = [
  'record',
  'key',
  'runs',
  'orders',
  'revenueCents',
  'conversionRate',
  'netRevenueCents',
] as const

/** Returns the report as a table, one line per key. The last line contains the totals; its key is empty. */
export function attributionCsv({ dayOf, rows, totals }: AttributionReport): CsvTable {
  return withDayOf(
    dayOf,
    csvTable(attributionColumns, [
      ...rows.map((row) => ({ record: 'row', ...row })),
      { record: 'total', ...totals },
    ]),
  )
}

const modelsColumns = [
  'record',
  'key',
  'model',
  'runs',
  'orders',
  'revenueCents',
  'conversionRate',
  'netRevenueCents',
] as const

/**
 * Returns the report as a table, one line per key and model. The last lines contain the totals of each model; their key is
 * empty.
 */
export function modelsCsv({ dayOf, rows, totals }: ModelsReport): CsvTable {
  return withDayOf(
    dayOf,
    csvTable(modelsColumns, [
      ...rows.flatMap(({ key, models }) => modelLines('row', models, key)),
      ...modelLines('total', totals),
    ]),
  )
}

function modelLines(record: string, models: ModelsReport['totals'], key?: string) {
  return attributionModels.map((model) => ({ record, key, model, ...models[model] }))
}
