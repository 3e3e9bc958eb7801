import { csvTable } from './csv.ts'
import type { QualityReport } from './quality-shapes.ts'

const columns = [
  'record',
  'day',
  'browser',
  'received',
  'duplicates',
  'rejected',
  'stored',
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
] as const

/** All figures in one table; `record` tells days, browsers, reasons and the two totals apart. */
export function qualityCsv({ totals, days, tracking, rejections }: QualityReport): string {
  const { browsers, days: trackedDays, ...all } = tracking
  return csvTable(columns, [
    { record: 'total', ...totals, ...all },
    ...days.map((one, index) => ({ record: 'day', ...one, ...trackedDays[index] })),
    ...browsers.map((one) => ({ record: 'browser', ...one })),
    ...rejections.map((one) => ({ record: 'rejection', ...one })),
  ])
}
