import type { CountedRun, ProjectionCommit, RunRow } from '../projection-store.ts'

/** A run with its state as JSON text, which crosses to the worker far cheaper than nested objects. */
export type RunRowText = Omit<RunRow, 'state'> & { state: string }
export type CountedRunText = Omit<CountedRun, 'state'> & { state: string }
export type ProjectionCommitRows = Omit<ProjectionCommit, 'runs'> & { runs: CountedRunText[] }

export function toCommitRows(batch: ProjectionCommit): ProjectionCommitRows {
  return { ...batch, runs: batch.runs.map((run) => ({ ...run, state: JSON.stringify(run.state) })) }
}

export function toRun(row: CountedRunText): CountedRun
export function toRun(row: RunRowText): RunRow
export function toRun(row: RunRowText): RunRow {
  return { ...row, state: JSON.parse(row.state) as unknown }
}
