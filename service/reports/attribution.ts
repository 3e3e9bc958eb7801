import { campaignIn, campaignsOf } from '#domain/attribution/credit-touches.ts'
import { funnels } from '#domain/funnels/index.ts'
import { attributionReport } from '#domain/reports/attribution/compute.ts'
import { attributionCsv, modelsCsv } from '#domain/reports/attribution/csv.ts'
import { modelsReport } from '#domain/reports/attribution/models.ts'
import { attributionContract, modelsContract } from '#domain/reports/attribution/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { wrongParameter } from './read-query.ts'

export const attribution = defineReport({
  contract: attributionContract,
  summary: 'Runs, orders and revenue credited to campaigns by one attribution model',
  past: true,
  read: ({ reports }, { from, to, model, by, funnel }) =>
    reports.attribution({ from, to, model, by, ...(funnel !== undefined && { funnel }) }),
  compute: ({ asOfPosition, rows }, { from, to, model, by, funnel = null }) =>
    attributionReport({ from, to, model, by, funnel, asOfPosition }, rows),
  csv: {
    fileName: ({ model, by, from, to }) => `attribution-${model}-${by}-${from}-${to}`,
    table: attributionCsv,
  },
})

export const models = defineReport({
  contract: modelsContract,
  summary: 'Runs, orders and revenue credited to campaigns, all five attribution models side by side',
  past: true,
  async read({ reports }, { from, to, by, funnel, source }) {
    if (source !== undefined && by !== 'campaign')
      throw wrongParameter('source', 'allowed with by=campaign only')
    return reports.attributionModels({
      from,
      to,
      by: source === undefined ? by : 'sourceCampaign',
      ...(source !== undefined && { keyPrefix: campaignsOf(source) }),
      funnels: funnel === undefined ? funnels.map(({ type }) => type) : [funnel],
    })
  },
  compute({ asOfPosition, rows, measures }, { from, to, by, funnel = null, source = null }) {
    const shown = source === null ? rows : rows.map((row) => ({ ...row, key: campaignIn(row.key) }))
    return modelsReport({ from, to, by, funnel, source, asOfPosition }, shown, measures)
  },
  csv: { fileName: ({ by, from, to }) => `attribution-models-${by}-${from}-${to}`, table: modelsCsv },
})
