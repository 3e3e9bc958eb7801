import { funnelByType, funnels } from '#domain/funnels/index.ts'
import { dayAfter } from '#domain/reports/day-range.ts'
import { qualityReport } from '#domain/reports/quality/compute.ts'
import { qualityCsv } from '#domain/reports/quality/csv.ts'
import { qualityContract } from '#domain/reports/quality/shape.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

const maxReasons = 200

const stepsOf = (funnel: string) => funnelByType(funnel)!.steps.length

export const quality = defineReport({
  contract: qualityContract,
  summary: 'Received, duplicate, rejected and counted events, and tracking that was lost before orders',
  async read({ reports, store }, { from, to }) {
    const types = funnels.map(({ type }) => type)
    const [tracked, counters, rejections, exclusions] = await Promise.all([
      reports.counts({ funnels: types, from, to, segment: {}, by: 'day', kinds: ['tracking'] }),
      store.log.counters(from, to),
      store.log.rejections(startOfDay(from), startOfDay(dayAfter(to)), maxReasons),
      store.exclusions.count(0),
    ])
    return { tracked, counters, rejections, exclusions }
  },
  compute: (data, { from, to }) => qualityReport({ from, to }, stepsOf, data),
  csv: { fileName: ({ from, to }) => `quality-${from}-${to}`, table: qualityCsv },
})
