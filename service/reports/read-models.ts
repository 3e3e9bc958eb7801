import type { z } from 'zod'
import type { Store } from '#db/store.ts'
import { campaignIn, campaignsOf } from '#domain/attribution.ts'
import { funnels } from '#domain/funnels/index.ts'
import { modelsReport } from '#domain/reports/models.ts'
import type { ModelsReport, modelsQuerySchema } from '#domain/reports/attribution-shapes.ts'
import { wrongParameter } from './read-query.ts'

/** Reads the five models side by side, all from one position. */
export async function readModels(
  store: Pick<Store, 'reports'>,
  { from, to, by, funnel, source }: z.output<typeof modelsQuerySchema>,
): Promise<ModelsReport> {
  if (source !== undefined && by !== 'campaign')
    throw wrongParameter('source', 'can be given with by=campaign only')
  const { asOfPosition, rows, measures } = await store.reports.attributionModels({
    from,
    to,
    by: source === undefined ? by : 'sourceCampaign',
    ...(source !== undefined && { keyPrefix: campaignsOf(source) }),
    funnels: funnel === undefined ? funnels.map(({ type }) => type) : [funnel],
  })
  const about = { from, to, by, funnel: funnel ?? null, source: source ?? null, asOfPosition }
  const shown = source === undefined ? rows : rows.map((row) => ({ ...row, key: campaignIn(row.key) }))
  return modelsReport(about, shown, measures)
}
