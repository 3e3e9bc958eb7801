import { evolveRun } from '#domain/runs/evolve-run.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'

/** Returns the state of a run after these events. Gives them the log positions 1, 2, 3 and so on. */
export function foldRun(...events: StoredEvent[]): RunState {
  let state: RunState | undefined
  for (const [index, event] of events.entries()) state = evolveRun(state, { ...event, position: index + 1 })
  return state!
}
