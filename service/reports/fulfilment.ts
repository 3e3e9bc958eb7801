import { funnels } from '#domain/funnels/index.ts'
import { fulfilmentKinds, fulfilmentReport } from '#domain/reports/fulfilment/compute.ts'
import { fulfilmentCsv } from '#domain/reports/fulfilment/csv.ts'
import { fulfilmentContract } from '#domain/reports/fulfilment/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

const types = funnels.map(({ type }) => type)

export const fulfilment = defineReport({
  contract: fulfilmentContract,
  summary: 'Orders, payments and posted letters with median times, refunds and withdrawals by campaign',
  past: true,
  read: ({ reports }, { from, to, funnel, by = 'campaign' }) =>
    reports.counts({
      funnels: funnel === undefined ? types : [funnel],
      from,
      to,
      segment: {},
      by,
      kinds: fulfilmentKinds,
    }),
  compute: ({ asOfPosition, groups }, { from, to, funnel = null, by = 'campaign' }) =>
    fulfilmentReport({ from, to, by, funnel, asOfPosition }, groups),
  csv: { fileName: ({ by, from, to }) => `fulfilment-${by}-${from}-${to}`, table: fulfilmentCsv },
})
