import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { QualityReport } from './shape.ts'

const columns = [
  'record',
  'day',
  'browser',
  'received',
  'duplicates',
  'rejected',
  'stored',
  'replayed',
  'robots',
  'counted',
  'orders',
  'expected',
  'missing',
  'lossRate',
  'type',
  'funnel',
  'path',
  'code',
  'count',
  'lastAt',
  'excludedRuns',
] as const

/** Returns all figures in one table. The column `record` distinguishes totals, days, browsers and rejections. */
export function qualityCsv({ totals, days, tracking, excludedRuns, rejections }: QualityReport): CsvTable {
  const { browsers, days: trackedDays, ...all } = tracking
  return csvTable(columns, [
    { record: 'total', ...totals, excludedRuns: excludedRuns.operator + excludedRuns.service, ...all },
    ...days.map((one, index) => ({ record: 'day', ...one, ...trackedDays[index] })),
    ...browsers.map((one) => ({ record: 'browser', ...one })),
    ...rejections.map((one) => ({ record: 'rejection', ...one })),
  ])
}
