import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { OverviewReport } from './shape.ts'

const columns = [
  'record',
  'funnel',
  'period',
  'day',
  'runs',
  'orders',
  'revenueCents',
  'conversionRate',
  'netRevenueCents',
] as const

/**
 * Returns the report as a table, in groups of lines: one group for each funnel, then one for all funnels combined. Each
 * group begins with two lines of totals, one for the range and one for the previous period. Then follows one line per
 * day, first for the range and then for the previous period.
 */
export function overviewCsv({ funnels, totals }: OverviewReport): CsvTable {
  return csvTable(columns, [
    ...funnels.flatMap((one) => lines('funnel', one, one.funnel)),
    ...lines('total', totals),
  ])
}

function lines(record: string, compared: OverviewReport['totals'], funnel?: string) {
  const { before, days, daysBefore, ...figures } = compared
  return [
    { record, funnel, period: 'asked', ...figures },
    { record, funnel, period: 'before', ...before },
    ...days.map((day) => ({ record, funnel, period: 'asked', ...day })),
    ...daysBefore.map((day) => ({ record, funnel, period: 'before', ...day })),
  ]
}
