import { funnels } from '#domain/funnels/index.ts'
import type { ReportStore } from '#db/ports/report-store.ts'
import { outcomeKinds } from '#domain/reports/counted-runs.ts'
import { type DayRange, comparedRange } from '#domain/reports/day-range.ts'
import type { Per } from '#domain/reports/parameters.ts'
import { overviewReport } from '#domain/reports/overview/compute.ts'
import { overviewCsv } from '#domain/reports/overview/csv.ts'
import type { DailyFacts } from '#domain/reports/overview/placed-orders.ts'
import { overviewContract } from '#domain/reports/overview/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'

const types = funnels.map(({ type }) => type)

export const overview = defineReport({
  contract: overviewContract,
  summary: 'Runs, orders and revenue of all funnels by day or hour, compared with another period',
  past: ({ dayOf }) => ({ countedBy: dayOf ?? 'start' }),
  async read({ reports }, { compare, per, dayOf, ...range }) {
    const before = comparedRange(range, compare ?? 'before')
    const count = ({ from, to }: DayRange) =>
      reports.counts({
        funnels: types,
        from,
        to,
        segment: {},
        by: per === 'hour' ? ['day', 'hour'] : 'day',
        kinds: outcomeKinds,
      })
    // Periods next to each other are read with one query. Between a range and the year before, there may be hundreds of
    // days.
    const periods = compare === 'year' ? [before, range] : [{ from: before.from, to: range.to }]
    const hasFacts = dayOf === 'order' || per === 'hour'
    const readPeriod = (period: DayRange) =>
      Promise.all([count(period), ...(hasFacts ? [readFacts(reports, period, per)] : [])])
    const parts = await readAtOnePosition(async () => (await Promise.all(periods.map(readPeriod))).flat())
    return {
      asOfPosition: parts[0]!.asOfPosition,
      groups: parts.flatMap((part) => ('groups' in part ? part.groups : [])),
      facts: parts.flatMap((part): DailyFacts => ('rows' in part ? part.rows : [])),
    }
  },
  compute: ({ asOfPosition, ...counted }, { from, to, compare = 'before', dayOf = 'start', per }) =>
    overviewReport(
      { from, to, dayOf, before: comparedRange({ from, to }, compare), asOfPosition },
      { funnels: types, per, ...counted },
    ),
  csv: { fileName: ({ from, to }) => `overview-${from}-${to}`, table: overviewCsv },
})

/** Reads the orders by the day on which they were placed and, if `per` is `hour`, by hour. */
function readFacts(reports: Pick<ReportStore, 'attributionModels'>, { from, to }: DayRange, per: Per) {
  return reports.attributionModels({
    from,
    to,
    funnels: types,
    by: per === 'hour' ? 'placed:hour' : 'placed:order',
    daily: true,
    kinds: [],
  })
}
