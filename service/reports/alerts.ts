import { alertsReport } from '#domain/reports/alerts/compute.ts'
import { alertsCsv } from '#domain/reports/alerts/csv.ts'
import { alertsContract } from '#domain/reports/alerts/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { readWatched } from '#service/reports/watch/read-watched.ts'

export const alerts = defineReport({
  contract: alertsContract,
  summary: 'Faults that began on the days of a range, with their cause and what they probably cost',
  read: (source, { from, to }) => readWatched(source, { from, to }, { atOnePosition: true }),
  compute: (data, { from, to }) => alertsReport({ from, to }, data),
  csv: { fileName: ({ from, to }) => `alerts-${from}-${to}`, table: alertsCsv },
})
