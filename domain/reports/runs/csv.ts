import type { CsvList } from '#domain/reports/csv.ts'
import type { ListedRun } from './shape.ts'

/** Table of the runs behind a figure. */
export const runsCsv: CsvList<ListedRun> = {
  columns: [
    'runId',
    'funnel',
    'startedAt',
    'device',
    'browser',
    'source',
    'medium',
    'campaign',
    'reason',
    'consent',
    'stage',
    'status',
    'recovered',
    'orderNumber',
    'orderStatus',
    'priceCents',
    'creditedRuns',
    'creditedOrders',
    'creditedCents',
    'robot',
    'creditedNetCents',
    'channel',
    'os',
    'entry',
    'change',
    'orderedAt',
  ],
  cells: ({ credit, ...run }) => ({
    ...run,
    creditedRuns: credit?.runs,
    creditedOrders: credit?.orders,
    creditedCents: credit?.revenueCents,
    creditedNetCents: credit?.netRevenueCents,
  }),
}
