import { alertsReportInSteps } from '#domain/reports/alerts/compute.ts'
import { alertsCsv } from '#domain/reports/alerts/csv.ts'
import { alertsContract } from '#domain/reports/alerts/shape.ts'
import { runPolitely } from '#service/reports/watch/run-politely.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { readWatched } from '#service/reports/watch/read-watched.ts'

export const alerts = defineReport({
  contract: alertsContract,
  summary: 'Faults that began on the days of a range, with their cause and what they probably cost',
  // An evaluation takes seconds, so requests share it, and it lets others have their turn.
  read: (source, { from, to }) =>
    source.heavyWork(`alerts:${from}:${to}`, async () => {
      const data = await readWatched(source, { from, to }, { atOnePosition: true })
      return runPolitely(alertsReportInSteps({ from, to }, data))
    }),
  compute: (report) => report,
  csv: { fileName: ({ from, to }) => `alerts-${from}-${to}`, table: alertsCsv },
})
