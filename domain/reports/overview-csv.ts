import { csvTable } from './csv.ts'
import type { LiveReport, OverviewReport } from './overview-shapes.ts'

const overviewColumns = [
  'record',
  'funnel',
  'period',
  'day',
  'runs',
  'orders',
  'revenueCents',
  'conversionRate',
] as const

/** Every funnel, then all together; each as a whole and by day, of the days asked for and of those before. */
export function overviewCsv({ funnels, totals }: OverviewReport): string {
  return csvTable(overviewColumns, [
    ...funnels.flatMap((one) => lines('funnel', one, one.funnel)),
    ...lines('total', totals),
  ])
}

function lines(record: string, compared: OverviewReport['totals'], funnel?: string) {
  const { runs, orders, revenueCents, conversionRate, before, days, daysBefore } = compared
  return [
    { record, funnel, period: 'asked', runs, orders, revenueCents, conversionRate },
    { record, funnel, period: 'before', ...before },
    ...days.map((day) => ({ record, funnel, period: 'asked', ...day })),
    ...daysBefore.map((day) => ({ record, funnel, period: 'before', ...day })),
  ]
}

/** Minute by minute. */
export function liveCsv({ minutes }: LiveReport): string {
  return csvTable(['minute', 'runs', 'orders'], minutes)
}
