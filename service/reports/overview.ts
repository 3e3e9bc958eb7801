import { funnels } from '#domain/funnels/index.ts'
import { outcomeKinds } from '#domain/reports/counted-runs.ts'
import { rangeBefore } from '#domain/reports/day-range.ts'
import { overviewReport } from '#domain/reports/overview/compute.ts'
import { overviewCsv } from '#domain/reports/overview/csv.ts'
import { overviewContract } from '#domain/reports/overview/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

const types = funnels.map(({ type }) => type)

export const overview = defineReport({
  contract: overviewContract,
  summary: 'Runs, orders and revenue of all funnels by day, compared with the previous period',
  past: true,
  // The requested period and the period before it are read with one query, so that their figures cover the log up to
  // the same position.
  read: ({ reports }, { from, to }) =>
    reports.counts({
      funnels: types,
      from: rangeBefore({ from, to }).from,
      to,
      segment: {},
      by: 'day',
      kinds: outcomeKinds,
    }),
  compute: ({ asOfPosition, groups }, { from, to }) =>
    overviewReport({ from, to, before: rangeBefore({ from, to }), asOfPosition }, types, groups),
  csv: { fileName: ({ from, to }) => `overview-${from}-${to}`, table: overviewCsv },
})
