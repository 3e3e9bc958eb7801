import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import { withDayOf } from '#domain/reports/day-of.ts'
import type { PathsReport } from './shape.ts'

const columns = [
  'record',
  'channels',
  'fromSeconds',
  'toSeconds',
  'orders',
  'medianDays',
  'revenueCents',
  'netRevenueCents',
] as const

/** Returns the report as a table: one line per path, then one per range of the two times. */
export function pathsCsv({ dayOf, rows, sinceContact, sinceStart }: PathsReport): CsvTable {
  return withDayOf(
    dayOf,
    csvTable(columns, [
      ...rows.map(({ channels, ...row }) => ({ record: 'row', ...row, channels: channels.join(' > ') })),
      ...sinceContact.map((row) => ({ record: 'sinceContact', ...row })),
      ...sinceStart.map((row) => ({ record: 'sinceStart', ...row })),
    ]),
  )
}
