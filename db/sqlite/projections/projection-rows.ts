import type { RowsChange, RunChange } from '#db/ports/exclusion-store.ts'
import type { CountedRun, ProjectionCommit, RunRow } from '#db/ports/projection-store.ts'

/** A run with its state as JSON text, which is much cheaper to send to the writer thread than nested objects. */
export type RunRowText = Omit<RunRow, 'state'> & { state: string }
export type CountedRunText = Omit<CountedRun, 'state'> & { state: string }
export type ProjectionCommitRows = Omit<ProjectionCommit, 'runs'> & { runs: CountedRunText[] }

export type RunChangeText =
  | Extract<RunChange, { kind: 'skip' }>
  | { generation: number; kind: 'rows'; change: Omit<RowsChange, 'run'> & { run: CountedRunText | null } }

export function toChangeText(one: RunChange): RunChangeText {
  if (one.kind === 'skip') return one
  const { run } = one.change
  return { ...one, change: { ...one.change, run: run && { ...run, state: JSON.stringify(run.state) } } }
}

export function toCommitRows(batch: ProjectionCommit): ProjectionCommitRows {
  return { ...batch, runs: batch.runs.map((run) => ({ ...run, state: JSON.stringify(run.state) })) }
}

export function toRun(row: CountedRunText): CountedRun
export function toRun(row: RunRowText): RunRow
export function toRun(row: RunRowText): RunRow {
  return { ...row, state: JSON.parse(row.state) as unknown }
}
