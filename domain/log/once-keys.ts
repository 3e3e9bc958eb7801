/**
 * Returns the once key of a run's order. At most one event is stored per once key. Therefore, every further `complete`
 * of the run is a duplicate.
 */
export function orderKey(runId: string): string {
  return `order:${runId}`
}
