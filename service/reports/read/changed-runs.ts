import type { RunRow } from '#db/ports/projection-store.ts'
import type { RunCursor, RunsQuery } from '#db/ports/report-store.ts'

/** A run by which a figure differs: it is counted now and was not then (`added`), or the reverse (`removed`). */
export interface ChangedRun {
  /** Present row of the run. */
  row: RunRow
  change: 'added' | 'removed'
}

export interface ChangedRunsPage {
  asOfPosition: number
  /** Number of these runs on all pages. The figure has changed by their difference. */
  added: number
  removed: number
  runs: ChangedRun[]
  next: RunCursor | null
}

export type ReadChangedRuns = (query: RunsQuery) => Promise<ChangedRunsPage>
