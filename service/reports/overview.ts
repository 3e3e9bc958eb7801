import { funnels } from '#domain/funnels/index.ts'
import { outcomeKinds } from '#domain/reports/counted-runs.ts'
import { type DayRange, comparedRange } from '#domain/reports/day-range.ts'
import { overviewReport } from '#domain/reports/overview/compute.ts'
import { overviewCsv } from '#domain/reports/overview/csv.ts'
import { overviewContract } from '#domain/reports/overview/shape.ts'
import { defineReport } from '#service/reports/define/define-report.ts'

const types = funnels.map(({ type }) => type)

export const overview = defineReport({
  contract: overviewContract,
  summary: 'Runs, orders and revenue of all funnels by day, compared with another period',
  past: true,
  async read({ reports }, { compare, ...range }) {
    const before = comparedRange(range, compare ?? 'before')
    const count = ({ from, to }: DayRange) =>
      reports.counts({ funnels: types, from, to, segment: {}, by: 'day', kinds: outcomeKinds })
    // Periods next to each other are read with one query, so that their figures cover the log up to the same position.
    // Between a range and the year before, there may be hundreds of days.
    if (compare !== 'year') return count({ from: before.from, to: range.to })
    const [earlier, asked] = await Promise.all([count(before), count(range)])
    return { ...asked, groups: [...earlier.groups, ...asked.groups] }
  },
  compute: ({ asOfPosition, groups }, { from, to, compare = 'before' }) =>
    overviewReport({ from, to, before: comparedRange({ from, to }, compare), asOfPosition }, types, groups),
  csv: { fileName: ({ from, to }) => `overview-${from}-${to}`, table: overviewCsv },
})
