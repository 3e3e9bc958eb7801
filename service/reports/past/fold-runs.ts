import type { Store } from '#db/ports/store.ts'
import { evolveCounted } from '#domain/reports/keys/report-keys.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import { admitCounted } from '#service/projections/look-up-keys.ts'
import { readState } from '#service/projections/rows.ts'
import { readRunPages } from '#service/projections/read-run-pages.ts'

export interface FoldStore {
  log: Pick<Store['log'], 'readRuns'>
  projections: Pick<Store['projections'], 'keys' | 'archivedStates'>
}

/** Maximum number of runs whose events are read together. The events of one run may take up a megabyte. */
const runsAtOnce = 25

/**
 * Yields the states that runs had at a position, which must be after the archived ranges. The events of only a few runs are
 * read at a time. A run with archived events begins with the state after them.
 */
export async function* foldRuns(
  { log, projections }: FoldStore,
  runIds: readonly string[],
  upTo: number,
): AsyncGenerator<RunState> {
  for (let from = 0; from < runIds.length; from += runsAtOnce) {
    const some = runIds.slice(from, from + runsAtOnce)
    const archived = await projections.archivedStates(some)
    const states = new Map(archived.map((row) => [row.runId, readState(row)]))
    for await (const events of readRunPages(log, some, upTo)) {
      const admit = await admitCounted(projections, { states, events })
      for (const event of events)
        states.set(event.runId, evolveCounted(states.get(event.runId), event, admit))
    }
    yield* states.values()
  }
}
