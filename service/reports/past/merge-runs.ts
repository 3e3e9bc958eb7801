import type { RunRow } from '#db/ports/projection-store.ts'
import type { RunCursor, RunsPage, RunsQuery } from '#db/ports/report-store.ts'
import { runRow } from '#service/projections/rows.ts'
import { isAfter, listPlace } from '#service/reports/read/list-place.ts'
import { type FigureSums, addSums, weightOf } from '#domain/reports/runs/figure-sums.ts'
import { type FoldStore, foldRuns } from './fold-runs.ts'
import { hasFigure, isSelected } from './merge-counts.ts'
import type { PastRun } from './resumed-runs.ts'

/**
 * Completes a page of the run list of a past report. `page` contains only runs whose last event is at or before the
 * past position. `runs` are the runs that also have later events. Those of them that belong on the page are inserted
 * with their states at the past position.
 */
export async function mergeRuns(
  { store, asOf }: { store: FoldStore; asOf: number },
  { query, page, runs }: { query: RunsQuery; page: RunsPage; runs: readonly PastRun[] },
): Promise<RunsPage> {
  const counted = runs.filter((run) => isSelected(run, query) && hasFigure(run, query))
  const matching = counted.filter(({ status }) => query.status === undefined || status === query.status)
  const ofPage = matching
    .map((run) => pastPlace(run, query))
    .filter(
      (run) => (!query.before || isAfter(run, query.before)) && (!page.next || !isAfter(run, page.next)),
    )
  const present = page.rows.map((row) => ({ ...listPlace(row, query), row }))
  const all: ListedPlace[] = [...present, ...ofPage].toSorted((a, b) => (isAfter(a, b) ? 1 : -1))
  const shown = all.slice(0, query.limit)
  const folded = new Map<string, RunRow>()
  const runIds = shown.filter(({ row }) => row === undefined).map(({ runId }) => runId)
  for await (const state of foldRuns(store, runIds, asOf)) {
    const { segment: _segment, measures: _measures, ...row } = runRow(state)
    folded.set(row.runId, row)
  }
  const last = shown.at(-1)
  const addMeasure = (sums: FigureSums, measure: string) => addSums(sums, weightOf(measure, query))
  return {
    asOfPosition: asOf,
    sums: counted.flatMap(({ measures }) => measures).reduce(addMeasure, page.sums),
    rows: shown.map(({ row, runId }) => row ?? folded.get(runId)!),
    next: all.length > shown.length && last ? { at: last.at, runId: last.runId } : page.next,
  }
}

/** `row` is absent for a run whose state at the past position is yet to be computed. */
interface ListedPlace extends RunCursor {
  row?: RunRow
}

function pastPlace({ runId, startedAt, order }: PastRun, { dayOf }: RunsQuery): ListedPlace {
  return { at: dayOf === 'order' ? order!.at : startedAt, runId }
}
