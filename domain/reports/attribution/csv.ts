import { attributionModels } from '#domain/attribution/credit-touches.ts'
import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
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
export function attributionCsv({ rows, totals }: AttributionReport): CsvTable {
  return csvTable(attributionColumns, [
    ...rows.map((row) => ({ record: 'row', ...row })),
    { record: 'total', ...totals },
  ])
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
export function modelsCsv({ rows, totals }: ModelsReport): CsvTable {
  return csvTable(modelsColumns, [
    ...rows.flatMap(({ key, models }) => modelLines('row', models, key)),
    ...modelLines('total', totals),
  ])
}

function modelLines(record: string, models: ModelsReport['totals'], key?: string) {
  return attributionModels.map((model) => ({ record, key, model, ...models[model] }))
}
