import type { RowsChange, RunChange } from '#db/ports/exclusion-store.ts'
import type { CountedRun, DropOffChange, ProjectionCommit, RunRow } from '#db/ports/projection-store.ts'

/** A run with its state as JSON text, which is much cheaper to send to the writer thread than nested objects. */
export type RunRowText = Omit<RunRow, 'state'> & { state: string }

export type CountedRunText = Omit<CountedRun, 'state'> & { state: string }

/** A run whose measures are the indexes of their names in `CountedRows`. */
type IndexedRun = Omit<CountedRunText, 'measures'> & { measures: number[] }

/** `changes` is `[name, runs, name, runs, …]`, with indexes of the names in `CountedRows`. */
type IndexedChange = Omit<DropOffChange, 'runs'> & { changes: number[] }

/**
 * Runs and counts to write. The name of each measure is sent to the writer thread once, because thousands of rows with
 * names take longer to send than to write.
 */
export interface CountedRows {
  names: string[]
  runs: IndexedRun[]
  dropOff: IndexedChange[]
}

export type ProjectionCommitRows = Omit<ProjectionCommit, 'runs' | 'dropOff'> & { counted: CountedRows }

export type RunChangeText =
  | Extract<RunChange, { kind: 'skip' }>
  | {
      generation: number
      kind: 'rows'
      change: Omit<RowsChange, 'run' | 'dropOff'> & { counted: CountedRows }
    }

export function toChangeText(one: RunChange): RunChangeText {
  if (one.kind === 'skip') return one
  const { run, dropOff, ...change } = one.change
  return { ...one, change: { ...change, counted: toCountedRows(run ? [run] : [], dropOff) } }
}

export function toCommitRows({ runs, dropOff, ...batch }: ProjectionCommit): ProjectionCommitRows {
  return { ...batch, counted: toCountedRows(runs, dropOff) }
}

function toCountedRows(runs: readonly CountedRun[], changes: readonly DropOffChange[]): CountedRows {
  const indexes = new Map<string, number>()
  const indexOf = (name: string) => {
    let index = indexes.get(name)
    if (index === undefined) indexes.set(name, (index = indexes.size))
    return index
  }
  const rows = runs.map((run) => ({
    ...run,
    state: JSON.stringify(run.state),
    measures: run.measures.map(indexOf),
  }))
  const dropOff = changes.map(({ runs: ofMeasures, ...about }) => {
    const indexed: number[] = []
    for (const [measure, count] of ofMeasures) indexed.push(indexOf(measure), count)
    return { ...about, changes: indexed }
  })
  return { names: [...indexes.keys()], runs: rows, dropOff }
}

export function toRun(row: CountedRunText): CountedRun
export function toRun(row: RunRowText): RunRow
export function toRun(row: RunRowText): RunRow {
  return { ...row, state: JSON.parse(row.state) as unknown }
}
