import type { RunRow } from '#db/ports/projection-store.ts'
import type { RunsQuery } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import { listedRuns } from '#domain/reports/runs/figure-sums.ts'
import { orderRow, runRow } from '#service/projections/rows.ts'
import type { ReadChangedRuns } from '#service/reports/read/changed-runs.ts'
import { isAfter, listPlace } from '#service/reports/read/list-place.ts'
import { stateOf } from '#service/reports/read/state-of.ts'
import { hasFigure, isSelected } from './merge-counts.ts'
import type { ResumedRuns } from './resumed-runs.ts'

interface ChangedSource {
  store: Pick<Store, 'reports' | 'projections'>
  resumed: ResumedRuns
}

/** Number of runs whose present rows are read together. */
const chunkSize = 200

/** Returns the function that lists the runs by which a figure now differs from that at a past position. */
export function createChangedRuns({ store, resumed }: ChangedSource): ReadChangedRuns {
  const { reports } = store
  const { asOf } = resumed

  return async (query) => {
    const page = await reports.runsOf({ ...query, touchedSince: asOf })
    const known = await resumed.upTo(page.asOfPosition)
    const then = new Set(
      known.filter((run) => isCounted(run, query) && isSelected(run, query)).map(({ runId }) => runId),
    )
    const removed = await removedRuns(store, [...then], query)
    const untouched = await reports.runsOf({ ...query, untouchedSince: asOf, limit: 1 })
    const added = page.rows.filter(({ runId }) => !then.has(runId))
    const place = (row: RunRow) => listPlace(row, query)
    const ofPage = removed.filter(
      (row) =>
        (!query.before || isAfter(place(row), query.before)) &&
        (!page.next || !isAfter(place(row), page.next)),
    )
    const runs = [
      ...added.map((row) => ({ row, change: 'added' as const })),
      ...ofPage.map((row) => ({ row, change: 'removed' as const })),
    ].toSorted((a, b) => (isAfter(place(a.row), place(b.row)) ? 1 : -1))
    const shown = runs.slice(0, query.limit)
    const last = shown.at(-1)
    const touched = listedRuns(page.sums, query.status) - listedRuns(untouched.sums, query.status)
    return {
      asOfPosition: asOf,
      added: touched - (then.size - removed.length),
      removed: removed.length,
      runs: shown,
      next: runs.length > shown.length && last ? place(last.row) : page.next,
    }
  }
}

/** Returns the present rows of those runs that the figure no longer counts. */
async function removedRuns(
  { projections }: ChangedSource['store'],
  runIds: readonly string[],
  query: RunsQuery,
): Promise<RunRow[]> {
  const { generation } = await projections.live()
  const removed: RunRow[] = []
  for (let from = 0; from < runIds.length; from += chunkSize) {
    const rows = await projections.runs(generation, runIds.slice(from, from + chunkSize))
    for (const row of rows) {
      const state = stateOf(row)
      const counted = { ...runRow(state), order: orderRow(state) ?? null }
      if (!isCounted(counted, query) || !isSelected(counted, query)) removed.push(row)
    }
  }
  return removed
}

function isCounted(run: Parameters<typeof hasFigure>[0] & Pick<RunRow, 'status'>, query: RunsQuery): boolean {
  return hasFigure(run, query) && (query.status === undefined || run.status === query.status)
}
