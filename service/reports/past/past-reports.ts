import type { ReportStore } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import { unavailable } from '#service/http/errors.ts'
import { creditedRuns, isSelected, mergeCounts, mergeCredits } from './merge-counts.ts'
import { pastOrderTimes } from './merge-order-times.ts'
import { mergeOrders } from './merge-orders.ts'
import { mergeRuns } from './merge-runs.ts'
import type { PastRun, ResumedRuns } from './resumed-runs.ts'

export interface Past {
  store: Pick<Store, 'reports' | 'log' | 'projections'>
  resumed: ResumedRuns
  /** Identifies the version of the rows from which `resumed` was read. */
  rows: string
}

/**
 * Identifies the version of the rows that reports read. The version changes when another generation goes live, and
 * whenever a run is excluded or included.
 */
export function rowsVersion({ generation, revision }: { generation: number; revision: number }): string {
  return `${generation}:${revision}`
}

/**
 * Returns the reports of a store as of a past position. Runs without events after that position are read in their
 * present state. The states of all other runs are computed from their events up to the position, and added.
 */
export function createPastReports({ store, resumed, rows: expectedRows }: Past): ReportStore {
  const { reports, projections } = store
  const { asOf } = resumed

  /**
   * Reads the current report, limited to runs without events after `asOf`. Then adds the resumed runs in their state at
   * `asOf`. A run counts as resumed if it had an event after `asOf` and up to the position of the current report. No
   * run is therefore missed or counted twice.
   */
  async function read<Query extends object, Present extends { asOfPosition: number }, Result>(
    query: Query,
    readPresent: (query: Query & { untouchedSince: number }) => Promise<Present>,
    merge: (present: Present, runs: readonly PastRun[]) => Result | Promise<Result>,
  ): Promise<Result> {
    const present = await readPresent({ ...query, untouchedSince: asOf })
    const result = await merge(present, await resumed.upTo(present.asOfPosition))
    await checkRows()
    return result
  }

  /**
   * Throws a 503 if a run was excluded or included since the report was opened. The present and the past part of the
   * report would then not match.
   */
  async function checkRows(): Promise<void> {
    if (rowsVersion(await projections.live()) !== expectedRows)
      throw unavailable('The reports have changed while the past was being computed.')
  }

  return {
    counts: (query) =>
      read(query, reports.counts, ({ groups }, runs) => ({
        asOfPosition: asOf,
        groups: mergeCounts(
          groups,
          runs.filter((run) => isSelected(run, query)),
          query,
        ),
      })),
    runsOf: (query) =>
      read(query, reports.runsOf, (page, runs) => mergeRuns({ store, asOf }, { query, page, runs })),
    live: reports.live,
    attribution: ({ model, funnel, ...query }) =>
      read(
        { ...query, model, ...(funnel !== undefined && { funnel }) },
        reports.attribution,
        ({ rows }, runs) => {
          const funnels = funnel === undefined ? undefined : [funnel]
          const credits = mergeCredits(
            rows.map((row) => ({ ...row, model })),
            creditedRuns(runs, { ...query, funnels }),
            { by: query.by, model },
          )
          return {
            asOfPosition: asOf,
            rows: credits.map(({ model: _model, ...credit }) => credit),
          }
        },
      ),
    attributionModels: (query) =>
      read(query, reports.attributionModels, ({ rows, measures }, runs) => {
        const selected = runs.filter((run) => isSelected(run, query))
        const credited = creditedRuns(runs, query)
        const counted = mergeCounts(
          [{ funnel: '', key: '', measures }],
          selected.map((run) => ({ ...run, funnel: '' })),
          { kinds: query.kinds },
        )
        return {
          asOfPosition: asOf,
          rows: mergeCredits(rows, credited, query),
          measures: counted.flatMap((group) => group.measures),
        }
      }),
    orderTimes: (query) =>
      read(query, reports.orderTimes, ({ groups }, runs) => ({
        asOfPosition: asOf,
        groups: [...groups, ...pastOrderTimes(runs, query)],
      })),
    orders: (query) => read(query, reports.orders, (page, runs) => mergeOrders({ query, page, asOf }, runs)),
    /** Orders are never removed, so all orders of the past are among the present orders. */
    orderNumbers: (query) => reports.orderNumbers({ ...query, upTo: asOf }),
  }
}
