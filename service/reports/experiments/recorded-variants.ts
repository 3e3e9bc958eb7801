import { funnels } from '#domain/funnels/index.ts'
import { recordedVariants } from '#domain/reports/experiments/recorded.ts'
import { recordedVariantsContract } from '#domain/reports/experiments/recorded-shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

export const variants = defineReport({
  contract: recordedVariantsContract,
  summary: 'Variants of experiments that runs have recorded, by which other reports can filter',
  past: true,
  read: ({ reports }, { from, to, funnel }) =>
    reports.counts({
      from,
      to,
      funnels: funnel === undefined ? funnels.map(({ type }) => type) : [funnel],
      segment: {},
      kinds: ['variant'],
    }),
  compute: ({ asOfPosition, groups }, { from, to, funnel = null }) => ({
    from,
    to,
    timezone: 'Europe/Berlin' as const,
    funnel,
    asOfPosition,
    rows: recordedVariants(groups),
  }),
})
