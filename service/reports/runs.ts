import type { ReportStore } from '#db/ports/report-store.ts'
import { runsCsv } from '#domain/reports/runs/csv.ts'
import type { StatusOf } from '#domain/reports/runs/list-run.ts'
import { type CreditAmounts, type RunsQuery, runCursor, runsContract } from '#domain/reports/runs/shape.ts'
import { defineList } from '#service/reports/define/define-list.ts'
import type { ReadChangedRuns } from '#service/reports/read/changed-runs.ts'
import { wrongParameter } from '#service/reports/read-query.ts'
import { readCreditFigure, readCreditPage, readCreditSum } from '#service/reports/read/credit-runs.ts'
import {
  type RunListPage,
  type RunRange,
  readChangesPage,
  readRunPage,
  runsQuery,
} from '#service/reports/read/run-pages.ts'

export const runs = defineList({
  contract: runsContract,
  summary: 'Runs that make up a figure of another report, newest start first',
  past: ({ dayOf }) => ({ countedBy: dayOf ?? 'start' }),
  cursor: runCursor,
  // A CSV file is read in larger pages, because the total of the figure is computed again for every page.
  pageSize: { json: 50, csv: 1000 },
  check: (query) => void listOf(query),
  readPage: (source, query, range) => listOf(query).readPage(source, range),
  readExtra: ({ reports }, query) => listOf(query).readSum(reports),
  compute: (
    { asOfPosition, total, sums, changes, rows, nextCursor },
    { figure, from, to, dayOf = 'start' },
    credited,
  ) => {
    return {
      figure,
      from,
      to,
      dayOf,
      timezone: 'Europe/Berlin',
      asOfPosition,
      total,
      sums,
      changes,
      credited,
      rows,
      nextCursor,
    } as const
  },
  csv: { fileName: ({ from, to }) => `runs-${from}-${to}`, table: runsCsv },
})

interface ListSource {
  reports: Pick<ReportStore, 'runsOf' | 'attributionModels'>
  statusOf: StatusOf
  changedRuns?: ReadChangedRuns
}

interface List {
  readPage: (source: ListSource, range: RunRange) => Promise<RunListPage>
  /** Returns the total credit of a credit figure; null for any other figure. */
  readSum: (reports: Pick<ReportStore, 'attributionModels'>) => Promise<CreditAmounts | null>
}

/**
 * Returns the functions that read the runs which a figure counts. Throws a 400 problem for a figure that has no list of
 * runs.
 */
function listOf(query: RunsQuery): List {
  const figure = readCreditFigure(query)
  if (query.changes !== undefined && (figure !== undefined || query.asOf === undefined))
    throw wrongParameter('changes', 'allowed with asOf, and not with a credit figure')
  if (!figure) {
    const runsOf = runsQuery(query)
    return {
      readPage: ({ reports, statusOf, changedRuns }, range) =>
        query.changes !== undefined && changedRuns
          ? readChangesPage(changedRuns, { runsOf, statusOf }, range)
          : readRunPage(reports, { runsOf, statusOf }, range),
      readSum: () => Promise.resolve(null),
    }
  }
  // The parameter `source` of a credit figure filters touches, not runs. The query for the runs must not contain it.
  const { source: _source, ...rest } = query
  const runsOf = runsQuery({ ...rest, figure: query.dayOf === 'order' ? 'completed' : 'runs' })
  return {
    readPage: ({ reports, statusOf }, range) => readCreditPage(reports, { runsOf, statusOf, figure }, range),
    readSum: (reports) => readCreditSum(reports, runsOf, figure),
  }
}
