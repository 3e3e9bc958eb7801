import { placedBy } from '#domain/attribution/credit-touches.ts'
import { funnels } from '#domain/funnels/index.ts'
import { currentCosts } from '#domain/operations/decide-costs.ts'
import { placedCredits } from '#domain/reports/attribution/placed-credits.ts'
import type { DayOf } from '#domain/reports/day-of.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import { type RoasData, roasReport } from '#domain/reports/roas/compute.ts'
import { roasCsv } from '#domain/reports/roas/csv.ts'
import { roasContract } from '#domain/reports/roas/shape.ts'
import { readRecordedCosts } from '#service/costs/read-costs.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import type { ReportSource } from '#service/reports/define/report.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'

export const roas = defineReport({
  contract: roasContract,
  summary: 'Costs and return of campaigns, under all five attribution models',
  past: ({ dayOf }) => ({ countedBy: dayOf ?? 'start' }),
  async read(source, { from, to, dayOf = 'start', asOf }): Promise<RoasData> {
    const counted = await readAtOnePosition(() =>
      Promise.all(funnels.map(({ type }) => readFunnel(source, type, { from, to, dayOf }))),
    )
    const { asOfPosition } = counted[0]!
    // Without `asOf`, costs are shown as soon as they are recorded, even if the runs are a moment behind.
    const upTo = asOf === undefined ? {} : { upTo: asOfPosition }
    const recorded = await readRecordedCosts(source.store.operations, { from, to, ...upTo })
    return { asOfPosition, costs: currentCosts(recorded), funnels: counted.map(({ rows }) => rows) }
  },
  compute: (data, { from, to, dayOf = 'start' }) => roasReport({ from, to, dayOf }, data),
  csv: { fileName: ({ from, to }) => `roas-${from}-${to}`, table: roasCsv },
})

/** Reads the credits of each funnel separately, because their prices differ. */
async function readFunnel(
  { reports }: ReportSource,
  funnel: string,
  { from, to, dayOf }: DayRange & { dayOf: DayOf },
) {
  const query = { from, to, funnels: [funnel], kinds: [] }
  const readStarted = () => reports.attributionModels({ ...query, by: 'sourceCampaign' })
  if (dayOf === 'start') return readStarted()
  const [started, placed] = await readAtOnePosition(() =>
    Promise.all([readStarted(), reports.attributionModels({ ...query, by: placedBy('sourceCampaign') })]),
  )
  return { ...started, rows: placedCredits(started.rows, placed.rows) }
}
