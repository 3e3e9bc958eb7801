import type { ModelsQuery, ReportStore } from '#db/ports/report-store.ts'
import { campaignIn, campaignsOf, creditUnit, placedBy } from '#domain/attribution/credit-touches.ts'
import { funnels } from '#domain/funnels/index.ts'
import { attributionReport } from '#domain/reports/attribution/compute.ts'
import { attributionCsv, modelsCsv } from '#domain/reports/attribution/csv.ts'
import { modelsKinds, modelsReport } from '#domain/reports/attribution/models.ts'
import { placedCredits } from '#domain/reports/attribution/placed-credits.ts'
import { attributionContract, modelsContract } from '#domain/reports/attribution/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'
import { ofVariant } from '#service/reports/read/count-runs.ts'
import { wrongParameter } from './read-query.ts'

export const attribution = defineReport({
  contract: attributionContract,
  summary: 'Runs, orders and revenue credited to campaigns by one attribution model',
  past: ({ dayOf }) => ({ countedBy: dayOf ?? 'start' }),
  async read({ reports }, { from, to, model, by, funnel, variant, dayOf }) {
    const query = { from, to, model, ...(funnel !== undefined && { funnel }), ...ofVariant(variant) }
    if (dayOf !== 'order') return reports.attribution({ ...query, by })
    const [started, placed] = await readAtOnePosition(() =>
      Promise.all([
        reports.attribution({ ...query, by }),
        reports.attribution({ ...query, by: placedBy(by) }),
      ]),
    )
    return { ...started, rows: placedCredits(started.rows, placed.rows) }
  },
  compute: ({ asOfPosition, rows }, { from, to, model, by, funnel = null, dayOf = 'start' }) =>
    attributionReport({ from, to, dayOf, model, by, funnel, asOfPosition }, rows),
  csv: {
    fileName: ({ model, by, from, to }) => `attribution-${model}-${by}-${from}-${to}`,
    table: attributionCsv,
  },
})

export const models = defineReport({
  contract: modelsContract,
  summary: 'Runs, orders and revenue credited to campaigns, all five attribution models side by side',
  past: ({ dayOf }) => ({ countedBy: dayOf ?? 'start' }),
  async read({ reports }, { from, to, by, funnel, source, variant, dayOf }) {
    if (source !== undefined && by !== 'campaign')
      throw wrongParameter('source', 'allowed with by=campaign only')
    const dimension = source === undefined ? by : 'sourceCampaign'
    const range = {
      from,
      to,
      funnels: funnel === undefined ? funnels.map(({ type }) => type) : [funnel],
      ...ofVariant(variant),
    }
    const query = { ...range, ...(source !== undefined && { keyPrefix: campaignsOf(source) }) }
    const readStarted = () => reports.attributionModels({ ...query, by: dimension, kinds: modelsKinds })
    if (dayOf !== 'order') return readStarted()
    const [started, placed, orders] = await readAtOnePosition(() =>
      Promise.all([
        readStarted(),
        reports.attributionModels({ ...query, by: placedBy(dimension), kinds: [] }),
        readOrders(reports, range),
      ]),
    )
    return { ...started, rows: placedCredits(started.rows, placed.rows), placed: orders }
  },
  compute(data, { from, to, by, funnel = null, source = null, dayOf = 'start' }) {
    const { asOfPosition, rows, measures } = data
    const shown = source === null ? rows : rows.map((row) => ({ ...row, key: campaignIn(row.key) }))
    const about = { from, to, dayOf, by, funnel, source, asOfPosition }
    return modelsReport(about, shown, { measures, ...('placed' in data && { placed: data.placed }) })
  },
  csv: { fileName: ({ by, from, to }) => `attribution-models-${by}-${from}-${to}`, table: modelsCsv },
})

/** Counts the orders that were placed on these days, and those with several contacts. */
async function readOrders(
  reports: Pick<ReportStore, 'attributionModels'>,
  range: Pick<ModelsQuery, 'from' | 'to' | 'funnels' | 'segment'>,
) {
  const { asOfPosition, rows } = await reports.attributionModels({ ...range, by: 'placed:order', kinds: [] })
  const count = (fact: string) => (rows.find(({ key }) => key === fact)?.orders ?? 0) / creditUnit
  return { asOfPosition, completed: count('completed'), severalContacts: count('severalContacts') }
}
