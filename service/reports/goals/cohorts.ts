import { funnels } from '#domain/funnels/index.ts'
import { cohortsReport } from '#domain/reports/cohorts/compute.ts'
import { cohortsCsv } from '#domain/reports/cohorts/csv.ts'
import { cohortsContract } from '#domain/reports/cohorts/shape.ts'
import { outcomeKinds } from '#domain/reports/counted-runs.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'
import { segmentOf } from '#service/reports/read/count-runs.ts'
import { dayOfReport } from './day-of-report.ts'

export const cohorts = defineReport({
  contract: cohortsContract,
  summary: 'Runs by week of their start, and how many had ordered and paid some days later',
  past: true,
  async read(source, query) {
    const { from, to, funnel } = query
    const { reports } = source
    const selected = {
      funnels: funnel === undefined ? funnels.map(({ type }) => type) : [funnel],
      from,
      to,
      segment: segmentOf(query),
    }
    const [counted, timed] = await readAtOnePosition(() =>
      Promise.all([
        reports.counts({ ...selected, by: 'day', kinds: outcomeKinds }),
        reports.orderTimes({ ...selected, dayOf: 'start' }),
      ]),
    )
    const { asOfPosition, groups } = counted
    const { today } = await dayOfReport(source, query, asOfPosition)
    return { asOfPosition, groups, times: timed.groups, today }
  },
  compute: ({ asOfPosition, today, ...counted }, { from, to, funnel = null }) =>
    cohortsReport({ from, to, funnel, today, asOfPosition }, counted),
  csv: { fileName: ({ from, to }) => `cohorts-${from}-${to}`, table: cohortsCsv },
})
