import { dropOffKinds, outcomeKinds } from '#domain/reports/counted-runs.ts'
import {
  breakdownReport,
  dropOffReport,
  hourlyTrendReport,
  trendReport,
} from '#domain/reports/drop-off/compute.ts'
import { breakdownCsv, dropOffCsv, fieldsCsv, trendCsv } from '#domain/reports/drop-off/csv.ts'
import { fieldsKinds, fieldsReport } from '#domain/reports/drop-off/fields.ts'
import {
  type DropOffReport,
  breakdownContract,
  dropOffContract,
  fieldsContract,
  trendContract,
} from '#domain/reports/drop-off/shape.ts'
import { silentCsv } from '#domain/reports/drop-off/silent-csv.ts'
import { silentContract } from '#domain/reports/drop-off/silent-shape.ts'
import { silentKinds, silentReport } from '#domain/reports/drop-off/silent.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { countRuns } from '#service/reports/read/count-runs.ts'

type About = Pick<DropOffReport, 'funnel' | 'from' | 'to'>

function fileName(name: string, { funnel, from, to }: About): string {
  return `${name}-${funnel}-${from}-${to}`
}

export const dropOff = defineReport({
  contract: dropOffContract,
  summary: 'How far the runs of a funnel got, by the day on which they started',
  past: true,
  read: ({ reports }, query) => countRuns(reports, query, { kinds: dropOffKinds }),
  compute: ({ about, steps, groups }, { orderWithin }) =>
    dropOffReport(about, steps, { rows: groups[0]?.measures ?? [], orderWithin }),
  csv: { fileName: (report) => fileName('drop-off', report), table: dropOffCsv },
})

export const trend = defineReport({
  contract: trendContract,
  summary: 'Drop-off by day, and by hour for short ranges',
  past: true,
  read: ({ reports }, query) => {
    const by = query.per === 'hour' ? (['day', 'hour'] as const) : 'day'
    return countRuns(reports, query, { by, kinds: outcomeKinds })
  },
  compute: ({ about, steps, groups }, { per }) =>
    (per === 'hour' ? hourlyTrendReport : trendReport)(about, steps.length, groups),
  csv: { fileName: (report) => fileName('drop-off-trend', report), table: trendCsv },
})

export const breakdown = defineReport({
  contract: breakdownContract,
  summary: 'Drop-off broken down by one or two dimensions, such as the device and the weekday',
  past: true,
  read: ({ reports }, query) => {
    const by = query.and === undefined ? query.by : ([query.by, query.and] as const)
    return countRuns(reports, query, { by, kinds: outcomeKinds })
  },
  compute: ({ about, steps, groups }, { by, and = null }) =>
    breakdownReport(about, { by, and, steps: steps.length }, groups),
  csv: {
    fileName: (report) => fileName(`drop-off-${[report.by, report.and ?? []].flat().join('-')}`, report),
    table: breakdownCsv,
  },
})

export const fields = defineReport({
  contract: fieldsContract,
  summary: 'Fields and rules that stop visitors, and what they cost compared with runs without the message',
  past: true,
  read: ({ reports }, query) => countRuns(reports, query, { by: ['day', 'device'], kinds: fieldsKinds }),
  compute: ({ about, steps, funnel, groups }) => fieldsReport(about, { funnel, steps }, groups),
  csv: { fileName: (report) => fileName('drop-off-fields', report), table: fieldsCsv },
})

export const silent = defineReport({
  contract: silentContract,
  summary: 'Losses without a message: the last field, and the use of fields compared with completed runs',
  past: true,
  read: ({ reports }, query) => countRuns(reports, query, { by: 'device', kinds: silentKinds }),
  compute: ({ about, steps, funnel, groups }) => silentReport(about, { funnel, steps }, groups),
  csv: { fileName: (report) => fileName('drop-off-silent', report), table: silentCsv },
})
