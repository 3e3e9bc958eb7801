import { funnels } from '#domain/funnels/index.ts'
import { pathsReport } from '#domain/reports/paths/compute.ts'
import { pathsCsv } from '#domain/reports/paths/csv.ts'
import { pathsContract } from '#domain/reports/paths/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

export const paths = defineReport({
  contract: pathsContract,
  summary: 'Paths of contacts that led to orders, and the times from first contact and start to order',
  past: true,
  read: ({ reports }, { from, to, funnel }) =>
    reports.attributionModels({
      from,
      to,
      by: 'path',
      funnels: funnel === undefined ? funnels.map(({ type }) => type) : [funnel],
    }),
  compute: ({ asOfPosition, rows, measures }, { from, to, funnel = null }) =>
    pathsReport({ from, to, funnel, asOfPosition }, rows, measures),
  csv: { fileName: ({ from, to }) => `paths-${from}-${to}`, table: pathsCsv },
})
