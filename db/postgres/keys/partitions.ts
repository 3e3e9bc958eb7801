/**
 * Number of partitions of the tables of data keys and of HMACs. A hash of the run id determines the partition,
 * so the erasure of a run rewrites only a 64th of each table. The hash is computed here instead of in PostgreSQL.
 * Statements can therefore name one partition and neither open nor lock the others.
 */
export const partitions = 64

/** Returns the number of a run's partition, from an FNV-1a hash of its id. */
export function partOf(runId: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < runId.length; index += 1)
    hash = Math.imul(hash ^ runId.charCodeAt(index), 0x01000193)
  // The higher bits of the hash are used, because they depend on more characters of the id than the lower bits.
  return (hash >>> 16) % partitions
}

export const keyPartition = (part: number): string => `data_keys_${part}`
/** Names of the partitions with the HMACs of e-mail addresses and of names. */
export const hmacPartitions = (part: number): string[] => [`email_hmacs_${part}`, `name_hmacs_${part}`]

/** Groups runs by their partition. */
export function byPartition<Run extends { runId: string }>(runs: Iterable<Run>): Map<number, Run[]> {
  return Map.groupBy(runs, ({ runId }) => partOf(runId))
}
