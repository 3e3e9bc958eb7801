import { evolveRun } from '#domain/run.ts'
import type { RunState } from '#domain/run-state.ts'
import type { StoredEvent } from '#domain/stored-event.ts'

/** Folds the events of a run in the given order, which becomes that of the log. */
export function foldRun(...events: StoredEvent[]): RunState {
  let state: RunState | undefined
  for (const [index, event] of events.entries()) state = evolveRun(state, { ...event, position: index + 1 })
  return state!
}
