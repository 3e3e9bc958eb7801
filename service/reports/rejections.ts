import { dayAfter } from '#domain/reports/day-range.ts'
import { maxGroups, rejectionsReport } from '#domain/reports/rejections/compute.ts'
import { rejectionsContract } from '#domain/reports/rejections/shape.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

export const rejections = defineReport({
  contract: rejectionsContract,
  summary: 'Events rejected because of unknown fields, and whether they can be replayed',
  async read({ store, funnelOf }, { from, to }) {
    const received = { from: startOfDay(from), before: startOfDay(dayAfter(to)) }
    return { counted: await store.rejections.groups(received, maxGroups), funnelOf }
  },
  compute: ({ counted, funnelOf }, range) => rejectionsReport(range, counted, funnelOf),
})
