/** Returns the once key of the order of a run, which makes every later `complete` a duplicate. */
export function orderKey(runId: string): string {
  return `order:${runId}`
}
