import { csvLine, csvTable } from '#domain/reports/csv.ts'
import type { ListedRun } from './shape.ts'

const columns = [
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
] as const

/** Returns only the header line of the CSV file. The caller writes the rows page by page. */
export function runsCsvHead(): string {
  return csvTable(columns, [])
}

export function runsCsvLines(runs: readonly ListedRun[]): string {
  return runs
    .map((run) => ({
      ...run,
      recovered: String(run.recovered),
      robot: String(run.robot),
      creditedRuns: run.credit?.runs,
      creditedOrders: run.credit?.orders,
      creditedCents: run.credit?.revenueCents,
      creditedNetCents: run.credit?.netRevenueCents,
    }))
    .map((run) => csvLine(columns.map((column) => run[column])))
    .join('')
}
