import { creditUnit } from '#domain/attribution/credit-touches.ts'
import { funnels } from '#domain/funnels/index.ts'
import { pathsKinds, pathsReport } from '#domain/reports/paths/compute.ts'
import { pathsCsv } from '#domain/reports/paths/csv.ts'
import { pathsContract } from '#domain/reports/paths/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { ofVariant } from '#service/reports/read/count-runs.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'

export const paths = defineReport({
  contract: pathsContract,
  summary: 'Paths of contacts that led to orders, and the times from first contact and start to order',
  past: ({ dayOf }) => ({ countedBy: dayOf ?? 'start' }),
  async read({ reports }, { from, to, funnel, variant, dayOf }) {
    const range = {
      from,
      to,
      funnels: funnel === undefined ? funnels.map(({ type }) => type) : [funnel],
      ...ofVariant(variant),
    }
    if (dayOf !== 'order') return reports.attributionModels({ ...range, by: 'path', kinds: pathsKinds })
    const [placed, times] = await readAtOnePosition(() =>
      Promise.all([
        reports.attributionModels({ ...range, by: 'placed:path', kinds: [] }),
        reports.attributionModels({ ...range, by: 'placed:time', kinds: [] }),
      ]),
    )
    const measures = times.rows.map(({ key, orders }) => ({ measure: key, runs: orders / creditUnit }))
    return { ...placed, measures }
  },
  compute: ({ asOfPosition, rows, measures }, { from, to, funnel = null, dayOf = 'start' }) =>
    pathsReport({ from, to, dayOf, funnel, asOfPosition }, rows, measures),
  csv: { fileName: ({ from, to }) => `paths-${from}-${to}`, table: pathsCsv },
})
