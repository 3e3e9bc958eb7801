/**
 * Returns the once key of a run's order. Only one event can have this key, so every later `complete` of the run is a
 * duplicate.
 */
export function orderKey(runId: string): string {
  return `order:${runId}`
}
