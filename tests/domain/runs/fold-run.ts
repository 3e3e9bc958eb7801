import { evolveRun } from '#domain/runs/evolve-run.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'

/** Folds the events of a run in the given order, which is used as log order. */
export function foldRun(...events: StoredEvent[]): RunState {
  let state: RunState | undefined
  for (const [index, event] of events.entries()) state = evolveRun(state, { ...event, position: index + 1 })
  return state!
}
