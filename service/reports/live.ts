import { funnels } from '#domain/funnels/index.ts'
import { liveReport, liveSince } from '#domain/reports/live/compute.ts'
import { liveCsv } from '#domain/reports/live/csv.ts'
import { liveContract } from '#domain/reports/live/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

const types = funnels.map(({ type }) => type)

export const live = defineReport({
  contract: liveContract,
  summary: 'Runs and orders of the last 30 minutes, by minute',
  async read({ reports, now }) {
    const at = now()
    return { at, counts: await reports.live(liveSince(at)) }
  },
  compute: ({ at, counts }) => liveReport(at, types, counts),
  csv: { fileName: () => 'live', table: liveCsv },
})
