import { attributionModels } from '../attribution.ts'
import type { DeliveriesReport } from './quality-shapes.ts'
import type { AttributionReport, DropOffReport, ReportedOrder } from './report-shapes.ts'
import type { ModelsReport } from './attribution-shapes.ts'

/** A spreadsheet in Germany opens the file as UTF-8 only with this mark in front. */
const byteOrderMark = '\uFEFF'

type Cell = string | number | null | undefined

/**
 * One line after RFC 4180, CRLF included. Texts cannot become formulas: an apostrophe goes before what a spreadsheet
 * would calculate, also behind a semicolon, a tab or a line break, where a German one starts another cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const harmless = cell.replaceAll(/(^|[;,\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])/g, "$1$2'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const dropOffColumns = [
  'record',
  'step',
  'name',
  'field',
  'rule',
  'runs',
  'lost',
  'lossRate',
  'medianSeconds',
] as const

/** All figures of the report in one table; `record` tells stages, outcomes and refused fields apart. */
export function dropOffCsv(report: DropOffReport): string {
  const outcomes = ['completed', 'abandoned', 'open'] as const
  return csvTable(dropOffColumns, [
    ...report.stages.map((stage) => ({ record: 'stage', ...stage, step: stage.stage })),
    ...outcomes.map((name) => ({ record: 'outcome', name, runs: report[name] })),
    ...report.invalid.map((refused) => ({
      record: 'invalid',
      name: report.stages[refused.step]?.name,
      ...refused,
    })),
  ])
}

const attributionColumns = ['record', 'key', 'runs', 'orders', 'revenueCents', 'conversionRate'] as const

/** The rows, and the totals as a last one without a key. */
export function attributionCsv({ rows, totals }: AttributionReport): string {
  return csvTable(attributionColumns, [
    ...rows.map((row) => ({ record: 'row', ...row })),
    { record: 'total', ...totals },
  ])
}

const modelsColumns = ['record', 'key', 'model', 'runs', 'orders', 'revenueCents', 'conversionRate'] as const

/** A line for each key and model, and the totals of each model as the last ones. */
export function modelsCsv({ rows, totals }: ModelsReport): string {
  return csvTable(modelsColumns, [
    ...rows.flatMap(({ key, models }) => modelLines('row', models, key)),
    ...modelLines('total', totals),
  ])
}

function modelLines(record: string, models: ModelsReport['totals'], key?: string) {
  return attributionModels.map((model) => ({ record, key, model, ...models[model] }))
}

const orderColumns = [
  'number',
  'funnel',
  'time',
  'priceCents',
  'status',
  'source',
  'runId',
  'delivery',
] as const

/** The head of the orders list, which is written page by page. */
export function ordersCsvHead(): string {
  return csvTable(orderColumns, [])
}

export function ordersCsvLines(orders: readonly ReportedOrder[]): string {
  return orders
    .map((order) => ({ ...order, delivery: order.delivery?.state }))
    .map((order) => csvLine(orderColumns.map((column) => order[column])))
    .join('')
}

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

/** The head of the list of deliveries, which is written page by page. */
export function deliveriesCsvHead(): string {
  return csvTable(deliveryColumns, [])
}

export function deliveriesCsvLines(rows: DeliveriesReport['rows']): string {
  return rows.map((row) => csvLine(deliveryColumns.map((column) => row[column]))).join('')
}

/** A file with a head; a cell that a row does not have stays empty. */
export function csvTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Partial<Record<Column, Cell>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => row[column]))
  return byteOrderMark + [columns, ...lines].map(csvLine).join('')
}
