import type { Store } from '#db/ports/store.ts'
import type { ReportStore } from '#db/ports/report-store.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { createPastReports, rowsVersion } from '#service/reports/past/past-reports.ts'
import { ResumedRuns } from '#service/reports/past/resumed-runs.ts'

/** Opens the figures as of past positions; see `openFrozenReports`. */
export interface FrozenReports {
  /** Last position that reports include. */
  checkpoint: number
  at(position: number): ReportStore
}

/**
 * Opens the figures as of past positions, for work in the background that does not answer a request. Returns undefined
 * while rows in an older format are being rebuilt.
 */
export async function openFrozenReports(store: Store): Promise<FrozenReports | undefined> {
  const live = await store.projections.live()
  if (live.checkpoint > 0 && live.format < runStateFormat) return undefined
  const rows = rowsVersion(live)
  return {
    checkpoint: live.checkpoint,
    at: (position) => createPastReports({ store, resumed: new ResumedRuns(store, position), rows }),
  }
}
