/**
 * Data keys and e-mail HMACs are partitioned by a hash of the run id, so that an erasure rewrites a 64th of them. The
 * hash is computed here instead of in PostgreSQL, because a statement that names its partition opens and locks no other
 * one.
 */
export const partitions = 64

/** Returns the partition of a run (FNV-1a). */
export function partOf(runId: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < runId.length; index += 1)
    hash = Math.imul(hash ^ runId.charCodeAt(index), 0x01000193)
  // The higher bits depend on more of the text.
  return (hash >>> 16) % partitions
}

export const keyPartition = (part: number): string => `data_keys_${part}`
export const hmacPartition = (part: number): string => `email_hmacs_${part}`

/** Groups runs by their partition. */
export function byPartition<Run extends { runId: string }>(runs: Iterable<Run>): Map<number, Run[]> {
  return Map.groupBy(runs, ({ runId }) => partOf(runId))
}
