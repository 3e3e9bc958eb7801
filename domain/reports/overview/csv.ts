import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import { withDayOf } from '#domain/reports/day-of.ts'
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
const hourColumns = ['hour', 'minutes'] as const

/**
 * Returns the report as a table, in groups of lines: one group for each funnel, then one for all funnels combined. Each
 * group begins with two lines of totals, one for the range and one for the previous period. Then follows one line per
 * day, first for the range and then for the previous period. If there are hours, they follow in the same way. If orders
 * count on the day on which they were placed, `completed` has the orders from which the conversion rate follows.
 */
export function overviewCsv({ dayOf, funnels, totals }: OverviewReport): CsvTable {
  const table = csvTable(
    [
      ...columns,
      ...(totals.hours ? hourColumns : []),
      ...(dayOf === 'order' ? (['completed'] as const) : []),
    ],
    [...funnels.flatMap((one) => lines('funnel', one, one.funnel)), ...lines('total', totals)],
  )
  return withDayOf(dayOf, table)
}

function lines(record: string, compared: OverviewReport['totals'], funnel?: string) {
  const { before, days, daysBefore, hours = [], hoursBefore = [], ...figures } = compared
  return [
    { record, funnel, period: 'asked', ...figures },
    { record, funnel, period: 'before', ...before },
    ...days.map((day) => ({ record, funnel, period: 'asked', ...day })),
    ...daysBefore.map((day) => ({ record, funnel, period: 'before', ...day })),
    ...hours.map((hour) => ({ record, funnel, period: 'asked', ...hour })),
    ...hoursBefore.map((hour) => ({ record, funnel, period: 'before', ...hour })),
  ]
}
