import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { CohortsReport } from './shape.ts'

const columns = [
  'record',
  'week',
  'from',
  'to',
  'runs',
  'days',
  'orderedBy',
  'orderedByRate',
  'paidBy',
  'paidByRate',
  'keptBy',
  'keptByRate',
  'weeks',
] as const

/** Returns the report as a table: one line per week and complete cell, then the sums of the complete weeks. */
export function cohortsCsv({ rows, totals }: CohortsReport): CsvTable {
  return csvTable(columns, [
    ...rows.flatMap(({ week, from, to, runs, cells }) =>
      cells.flatMap((cell) => (cell ? [{ record: 'row', week, from, to, runs, ...cell }] : [])),
    ),
    ...totals.map((total) => ({ record: 'total', ...total })),
  ])
}
